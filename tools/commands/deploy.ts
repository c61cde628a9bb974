import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { deployPlan, environmentFile } from '../deploy/deploy-plan.ts';
import { hostingConfig } from '../deploy/hosting-config.ts';
import { readCommandLine } from '../processes/command-line.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import { firebaseTool, npmRun, workspaceBuild } from '../processes/node-program.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { DATA_FOLDER } from '../instance/instance.ts';
import { readSettings } from '../instance/settings.ts';
import { step } from '../processes/steps.ts';
import { createSupervisor } from '../processes/supervisor.ts';

const USAGE = `npm run deploy -- [--project <id>] [--preview <channel>]

Checks, builds and publishes the whole product.

  --project   the Firebase project; by default that of .firebaserc
  --preview   publishes the site and the function that renders its pages, to a channel of its own
              for a week`;

const { values: options } = readCommandLine(USAGE, {
  options: { project: { type: 'string' }, preview: { type: 'string' } },
});

/** Beside firebase.json, so that the paths in it lead to the same files. */
const CONFIG = path.join(REPOSITORY, '.firebase-deploy.json');

const projectsSchema = z.object({ projects: z.object({ default: z.string() }) });
const firebaserc: unknown = JSON.parse(readFileSync(path.join(REPOSITORY, '.firebaserc'), 'utf8'));
const chosen = options.project ?? projectsSchema.safeParse(firebaserc).data?.projects.default;
const plan = orExit(() => deployPlan(readSettings(process.env), chosen));

const log = openRunLog(path.join(DATA_FOLDER, 'logs', 'deploy.log'), false);
const supervisor = createSupervisor(log);

await runCommand(supervisor, 130, async () => {
  await shown('check', npmRun(process.env, 'check'));
  await step('site', () =>
    supervisor.run({
      name: 'site',
      ...workspaceBuild('web', process.env),
      cwd: REPOSITORY,
      environment: plan.siteEnvironment,
    }),
  );
  const file = path.join(REPOSITORY, 'functions', `.env.${plan.project}`);
  writeFileSync(file, environmentFile(plan.functionSettings));
  console.log(`  The functions' settings are in ${shownPath(file)}.`);
  writeFileSync(CONFIG, JSON.stringify(publishedConfig(), null, 2));
  // Its questions could not be answered: our children have no terminal of their own.
  const to = ['--config', CONFIG, '--project', plan.project, '--non-interactive'];
  await shown(
    'deploy',
    options.preview === undefined
      ? firebaseTool('deploy', '--only', 'firestore,functions,hosting', ...to)
      : firebaseTool('hosting:channel:deploy', options.preview, '--expires', '7d', ...to),
  );
  return 0;
});

/** firebase.json as it is published, with what only this deployment knows. */
function publishedConfig(): unknown {
  const firebaseJson: unknown = JSON.parse(
    readFileSync(path.join(REPOSITORY, 'firebase.json'), 'utf8'),
  );
  const assets = readdirSync(path.join(REPOSITORY, 'web/dist/assets'));
  const { project, includeSubDomains } = plan;
  return hostingConfig(firebaseJson, { project, assets, includeSubDomains });
}

async function shown(name: string, program: { command: string; args: string[] }): Promise<void> {
  const environment = process.env;
  const code = await supervisor.runShown({ name, ...program, cwd: REPOSITORY, environment });
  if (code !== 0) throw new ExpectedFailure(`Nothing further was done: ${name} failed.`);
}
