import { deployPlan } from '../deploy/deploy-plan.ts';
import { signIn } from '../deploy/google-api.ts';
import { previewSite, publish } from '../deploy/publish.ts';
import { checkProject } from '../readiness/check-project.ts';
import { type Finding, findingsText, requireReady } from '../readiness/finding.ts';
import { mendProject } from '../readiness/mend-project.ts';
import { rollBack } from '../deploy/roll-back.ts';
import { smokeTestDeployed } from '../smoke/smoke-test-deployed.ts';
import { checkFirebaseJson, prepareDeployment } from '../deploy/prepare-deployment.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import { npmRun } from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { DATA_FOLDER } from '../instance/instance.ts';
import { readSettings } from '../instance/settings.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

const options = optionsOf(COMMANDS.deploy);

const settings = readSettings(process.env);
// firebase-tools sets GCLOUD_PROJECT for the predeploy commands of firebase.json.
const ofPredeploy = options.prepare ? process.env['GCLOUD_PROJECT'] : undefined;
const chosen = options.project ?? ofPredeploy ?? settings['FIREBASE_PROJECT'];
const plan = orExit(() => deployPlan(settings, chosen));
const { project } = plan;
console.log(`Acts on the deployed project ${project}.`);

const log = openRunLog(path.join(DATA_FOLDER, 'logs', 'deploy.log'), false);
const supervisor = createSupervisor(log);

await runCommand(supervisor, 130, async () => {
  if (options.prepare) {
    checkFirebaseJson(plan);
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
  if (options.check) return printFindings(findings);
  if (options.fix) {
    const isSet = await mendProject(
      google,
      findings,
      process.stdin.isTTY ? ask : null,
      console.log,
    );
    return printFindings(isSet ? await checkProject(google, plan) : findings);
  }
  requireReady(findings, options.anyway === true);
  if (!options.tested) await checkCode();
  await prepareDeployment(supervisor, plan, options.preview !== undefined);
  if (options.preview !== undefined) {
    await previewSite(supervisor, plan, options.preview);
    return 0;
  }
  // Loading the functions takes seconds, and only publishing needs them.
  const functions = Object.keys(await import('../../functions/src/index.ts'));
  await publish(supervisor, google, plan, functions);
  return smokeTestDeployed(google, plan);
});

/** Returns the exit code. */
function printFindings(findings: readonly Finding[]): number {
  console.log(findingsText(findings));
  return findings.some(({ state }) => state === 'missing') ? 1 : 0;
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function checkCode(): Promise<void> {
  const { env: environment } = process;
  const program = { name: 'check', ...npmRun(environment, 'check'), environment };
  const code = await supervisor.runShown({ ...program, cwd: REPOSITORY });
  if (code !== 0) throw new ExpectedFailure('Nothing further was done: check failed.');
}
