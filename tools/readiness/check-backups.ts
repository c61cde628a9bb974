import type { GoogleApi } from '../deploy/google-api.ts';
import { type Kept, readKept } from '../deploy/keep-documents.ts';
import { type Finding, ok, unseen } from './finding.ts';

/**
 * Checks that Firestore can be restored. It never blocks a deployment, because the deployment turns on
 * backups that are off.
 */
export async function checkBackups(google: GoogleApi, project: string): Promise<Finding[]> {
  const kept = await readKept(google, project);
  // Without a database there is nothing to back up; another check reports its absence.
  return kept.filter(({ status }) => status !== 404).map(findingOf);
}

function findingOf({ name, status, isSet, command }: Kept): Finding {
  if (isSet) return ok(`there is ${name}`);
  if (status !== 200) return unseen(`${name}: asking was answered with ${status}`);
  return {
    state: 'later',
    text: `there is not yet ${name}: the deployment sets it, or you do`,
    mend: [command],
  };
}
