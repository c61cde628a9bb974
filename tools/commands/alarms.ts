import { makeAlarms } from '../alarms/make-alarms.ts';
import { deployPlan } from '../deploy/deploy-plan.ts';
import { signIn } from '../deploy/google-api.ts';
import { readSettings } from '../instance/settings.ts';
import { optionsOf } from '../processes/command-line.ts';
import { orExit, reportFailure } from '../processes/expected-failure.ts';
import { COMMANDS } from './command-lines.ts';

const options = optionsOf(COMMANDS.alarms);
const settings = readSettings(process.env);
const { project, functionSettings } = orExit(() =>
  deployPlan(settings, options.project ?? settings['FIREBASE_PROJECT']),
);
const plan = {
  project,
  siteUrl: functionSettings['SITE_URL'] ?? '',
  email: options.email ?? settings['VITE_SUPPORT_EMAIL'] ?? '',
};
console.log(`Acts on the deployed project ${project}.`);
await reportFailure(async () => {
  for (const line of await makeAlarms(await signIn(project), plan)) console.log(`  ${line}`);
  console.log('All alarms are there. Google sends a mail for each that is raised.');
});
