import { deployPlan } from '../deploy/deploy-plan.ts';
import { signIn } from '../deploy/google-api.ts';
import { previewSite, publish } from '../deploy/publish.ts';
import { checkProject } from '../readiness/check-project.ts';
import { findingsText, requireReady } from '../readiness/finding.ts';
import { rollBack } from '../deploy/roll-back.ts';
import { smokeTestDeployed } from '../smoke/smoke-test-deployed.ts';
import { prepareDeployment } from '../deploy/prepare-deployment.ts';
import { readCommandLine } from '../processes/command-line.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import { npmRun } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { DATA_FOLDER } from '../instance/instance.ts';
import { readSettings } from '../instance/settings.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import path from 'node:path';

const USAGE = `npm run deploy -- [--project <id>] [--check | --smoke | --rollback | --preview <channel>] [--tested] [--anyway]

Asks the project for what is needed, checks the code, builds and publishes the whole product, and
looks at it from outside.

  --project   the Firebase project; by default FIREBASE_PROJECT
  --check     only asks the project, and says what is missing and what mends it
  --smoke     only looks at what is deployed
  --preview   publishes the site, without accounts, and the function that renders its pages, to a
              channel of its own for a week
  --rollback  shows the version of the site before the present one
  --tested    leaves out the checks of the code, where they were made already
  --anyway    goes on although the project seems to lack something
  --prepare   only builds: firebase deploy begins with it`;

const { values: options } = readCommandLine(USAGE, {
  options: {
    project: { type: 'string' },
    check: { type: 'boolean' },
    smoke: { type: 'boolean' },
    preview: { type: 'string' },
    rollback: { type: 'boolean' },
    tested: { type: 'boolean' },
    anyway: { type: 'boolean' },
    prepare: { type: 'boolean' },
  },
});

const settings = readSettings(process.env);
// firebase-tools tells those whom it starts before a deployment where it goes.
const told = options.prepare ? process.env['GCLOUD_PROJECT'] : undefined;
const chosen = options.project ?? told ?? settings['FIREBASE_PROJECT'];
const plan = orExit(() => deployPlan(settings, chosen));
const { project } = plan;

const log = openRunLog(path.join(DATA_FOLDER, 'logs', 'deploy.log'), false);
const supervisor = createSupervisor(log);

await runCommand(supervisor, 130, async () => {
  if (options.prepare) {
    await prepareDeployment(supervisor, plan, options.preview !== undefined);
    return 0;
  }
  const google = await signIn(project);
  if (options.smoke) return smokeTestDeployed(google, plan);
  if (options.rollback) {
    const { from, to } = await rollBack(google, project);
    console.log(`The site is the one of ${to} again; it was the one of ${from}.`);
    return smokeTestDeployed(google, plan);
  }
  const findings = await checkProject(google, plan);
  if (options.check) {
    console.log(findingsText(findings));
    return findings.some(({ state }) => state === 'missing') ? 1 : 0;
  }
  requireReady(findings, options.anyway === true);
  if (!options.tested) await checkCode();
  await prepareDeployment(supervisor, plan, options.preview !== undefined);
  if (options.preview !== undefined) {
    await previewSite(supervisor, plan, options.preview);
    return 0;
  }
  await publish(supervisor, google, plan);
  return smokeTestDeployed(google, plan);
});

async function checkCode(): Promise<void> {
  const { env: environment } = process;
  const program = { name: 'check', ...npmRun(environment, 'check'), environment };
  const code = await supervisor.runShown({ ...program, cwd: REPOSITORY });
  if (code !== 0) throw new ExpectedFailure('Nothing further was done: check failed.');
}
