import { findMissingAlarms } from '../alarms/make-alarms.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { type Finding, ok } from './finding.ts';

/** Checks that alarms reach somebody. It never blocks a deployment, which works without alarms. */
export async function checkAlarms(google: GoogleApi, project: string): Promise<Finding> {
  try {
    const missing = await findMissingAlarms(google, project);
    if (missing.length === 0) return ok('there are all alarms');
    return {
      state: 'later',
      text: `not all alarms are there yet (${missing.join(', ')}): you make them, at best after the deployment`,
      mend: [`npm run alarms -- --project ${project}`],
    };
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    const [text = '', ...mend] = error.message.split('\n').map((line) => line.trim());
    return { state: 'unseen', text: `the alarms: ${text}`, mend };
  }
}
