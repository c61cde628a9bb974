import path from 'node:path';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';
import { type Accounts, findEmulators } from '../emulators/find-emulators.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import { tool, VITE } from '../processes/node-program.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { rebuildFunctionsOnChange } from '../stack/rebuild-functions.ts';
import { contentsText, refreshCatalogue } from '../instance/run-schedule.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { runningIn } from '../instance/running-record.ts';
import { chosenFeeds, feedsFolder } from '../instance/settings.ts';
import { actsOnText, localCatalogueUrl, localTarget } from '../instance/target.ts';
import { shownCatalogue } from '../feeds/shown-catalogue.ts';
import { siteEnvironment, type Stack, startStack } from '../stack/stack.ts';
import { step } from '../processes/steps.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { untilAnswers } from '../processes/until-answers.ts';

/** The interval of the deployed schedule. */
const REFRESH_EVERY_MS = 15 * MINUTE_MS;
/** Time between saves, and so the most that a crash of the emulators loses. Saving takes a fraction of a second. */
const SAVE_EVERY_MS = MINUTE_MS;

const options = optionsOf(COMMANDS.start);

const target = orExit(() => localTarget(process.env));
const { run, settings } = target;
console.log(actsOnText(target));
const log = orExit(() => openRunLog(run.logFile, options.verbose));
const supervisor = createSupervisor(log);

await runCommand(supervisor, 0, () => Promise.race([runUntilStopped(), supervisor.crashed]));

async function runUntilStopped(): Promise<never> {
  const other = runningIn(run.folder);
  if (other !== null) {
    throw new ExpectedFailure(
      `Earshot is running already (process ${other}): stop that one first.`,
    );
  }
  const feeds = chosenFeeds(options.live, settings['FEEDS'], feedsFolder(process.env));
  const accounts = await findEmulators(settings, run.emulatorsFolder);
  const { inspect } = options;
  const spec = { run, accounts, supervisor, log, settings, feeds, inspect };
  const stack = await startStack({
    ...spec,
    buildSite: !options.dev,
    keepData: true,
    transcribesSamples: true,
  });
  await fillCatalogue();
  const address = options.dev ? await startVite(accounts) : stack.siteUrl;

  console.log(`\nEarshot is ready: ${address}`);
  printAddresses(stack);
  if (accounts.kind === 'off') console.log(`\nAccounts are off: ${accounts.reason}`);
  console.log('\nCtrl-C stops everything.');

  setInterval(() => void keepUp(), REFRESH_EVERY_MS);
  setInterval(() => void stack.emulators.save(), SAVE_EVERY_MS);
  return supervisor.crashed;
}

async function fillCatalogue() {
  try {
    await step('catalogue', () => refreshCatalogue(run), contentsText);
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    console.error(
      `${error.message} See ${shownPath(run.logFile)}; what was there before can be searched.`,
    );
  }
}

async function keepUp() {
  try {
    await refreshCatalogue(run);
  } catch (error) {
    log.write('refresh', `${String(error)}\n`);
  }
}

async function startVite(accounts: Accounts): Promise<string> {
  const address = `http://localhost:${run.ports.web}`;
  const apiOrigin = `http://${LOOPBACK}:${run.ports.site}`;
  rebuildFunctionsOnChange(supervisor, log);
  const site = siteEnvironment({ run, accounts, buildSite: false });
  const environment = { ...settings, ...site, API_ORIGIN: apiOrigin };
  const vite = {
    name: 'vite',
    ...tool(VITE, '--host', LOOPBACK, '--port', String(run.ports.web), '--strictPort'),
    cwd: path.join(REPOSITORY, 'web'),
    environment,
  };
  const ready = () => untilAnswers(`http://${LOOPBACK}:${run.ports.web}/`);
  await step('vite', () => supervisor.start({ ...vite, ready }));
  return address;
}

function printAddresses({ siteUrl, samplesUrl, inboxUrl }: Stack) {
  const rows = [
    ...(inboxUrl === null ? [] : [['Inbox', inboxUrl]]),
    ['API', `${siteUrl}/api`],
    ['Sample feeds', samplesUrl],
    ['Catalogue', shownCatalogue(localCatalogueUrl(target))],
    ...(options.inspect ? [['Inspector', `${LOOPBACK}:${run.ports.inspect}`]] : []),
    ['Log', shownPath(run.logFile)],
  ];
  for (const [name = '', value = ''] of rows) console.log(`  ${name.padEnd(12)}   ${value}`);
}
