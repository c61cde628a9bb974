import { rmSync } from 'node:fs';
import path from 'node:path';
import { findEmulators } from '../emulators/find-emulators.ts';
import { testInstance } from '../instance/instance.ts';
import { readPortOffset } from '../instance/ports.ts';
import { runningIn } from '../instance/running-record.ts';
import { readSettings } from '../instance/settings.ts';
import { optionsOf } from '../processes/command-line.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { provideChromium } from '../test-runner/provide-chromium.ts';
import { haveRulesChanged } from '../test-runner/rules-changed.ts';
import { type Part, runParts } from '../test-runner/run-parts.ts';
import {
  drawInputs,
  FEW_INPUTS,
  runJourneys,
  runStoreMutants,
  runVitest,
} from '../test-runner/run-tests.ts';
import { startProduct } from '../test-runner/start-product.ts';
import { addCounts, closingLine, type TestCounts } from '../test-runner/test-counts.ts';
import {
  BROWSER_SUITES,
  MUTANTS_SUITE,
  RULES_MUTANTS,
  shareOut,
  type Suite,
  UNIT_SUITES,
  type VitestShare,
} from '../test-runner/test-suites.ts';
import { COMMANDS } from './command-lines.ts';

const chosen = optionsOf(COMMANDS.test);
const byName = chosen.files.length > 0 || chosen.name !== null;
const { EARSHOT_PORT_OFFSET } = readSettings(process.env);
const run = orExit(() => testInstance(readPortOffset(EARSHOT_PORT_OFFSET)));
const other = runningIn(run.folder);
if (other !== null) {
  console.error(`The tests are running already (process ${other}): wait for them, or stop them.`);
  process.exit(1);
}
rmSync(run.folder, { recursive: true, force: true });
const log = orExit(() => openRunLog(run.logFile, false));
const supervisor = createSupervisor(log);
const counts: TestCounts[] = [];

await runCommand(supervisor, 130, async () => {
  await runTests(chosen.suites.filter((suite) => suite !== MUTANTS_SUITE));
  if (chosen.suites.includes(MUTANTS_SUITE)) counts.push(await runStoreMutants(supervisor, chosen));
  const total = addCounts(counts);
  for (const test of total.failures) console.log(`FAILED ${test.replace(`${REPOSITORY}/`, '')}`);
  console.log(`\n${closingLine(total)}`);
  if (total.passed + total.failed === 0) console.error('No test ran.');
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * Runs the chosen suites, browser suites last. Unit suites run concurrently with suites of the product, because the
 * product's suites are mostly idle. A product that crashes or does not start counts as one failed test.
 */
async function runTests(wanted: readonly Suite[]): Promise<void> {
  const { suites, accounts, chromium } = await whatCanRun(wanted);
  const needsProduct = suites.some((suite) => !UNIT_SUITES.some((unit) => unit === suite));
  if (!needsProduct || accounts.kind === 'off') return inVitest(suites, {});
  const spec = { run, accounts, supervisor, log, chooseFeeds: suites.includes('faults') };
  const work = async () => {
    const product = { ...(await startProduct(spec)), CHROMIUM_PATH: chromium ?? '' };
    await inVitest(suites, product);
    if (suites.some(isOfBrowser)) await inPlaywright(suites, product);
  };
  try {
    await Promise.race([work(), supervisor.crashed]);
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    countFailure(error.message);
  }
}

/** @param product Environment variables through which the suites find the product. */
async function inVitest(suites: readonly Suite[], product: NodeJS.ProcessEnv): Promise<void> {
  const leftOut = await projectLeftOut(suites);
  const shares = shareOut(suites, byName).filter(({ projects }) => projects[0] !== leftOut);
  const environment = {
    ...process.env,
    STARTED_PRODUCT: JSON.stringify(product),
    ...drawInputs(chosen.kind === 'push' ? FEW_INPUTS : '1'),
  };
  const run = (share: VitestShare, captured: boolean) => {
    const spec = { ...chosen, reportFile: reportOf(share.projects.join('-')), environment };
    return runVitest(supervisor, share, spec, captured);
  };
  const [first] = shares;
  if (first !== undefined && shares.length === 1) {
    counts.push((await run(first, false)).counts);
    return;
  }
  const parts = shares.map((share): Part => ({
    name: share.projects.join(', '),
    async run() {
      const ended = await run(share, true);
      counts.push(ended.counts);
      return {
        passed: ended.counts.failed === 0,
        told: closingLine(ended.counts),
        output: ended.output,
      };
    },
  }));
  console.log();
  await runParts(supervisor, parts);
}

/** Returns the Vitest project of the rules' mutants if the rules are unchanged, otherwise null. */
async function projectLeftOut(suites: readonly Suite[]): Promise<string | null> {
  if (chosen.kind !== 'push' || !suites.includes('rules') || (await haveRulesChanged()))
    return null;
  console.log(
    '\nLeaving out the mutants of the rules: firestore.rules and tests/rules are as on main.',
  );
  return RULES_MUTANTS;
}

async function inPlaywright(suites: readonly Suite[], product: NodeJS.ProcessEnv): Promise<void> {
  const environment = { ...process.env, ...product };
  const spec = { ...chosen, reportFile: reportOf('journeys'), environment };
  counts.push(await runJourneys(supervisor, { ...chosen, suites: [...suites] }, spec));
}

function reportOf(name: string): string {
  return path.join(run.folder, 'reports', `${name}.json`);
}

function countFailure(message: string): void {
  console.error(`\n${message}`);
  counts.push({ passed: 0, failed: 1, skipped: 0, failures: [] });
}

function isOfBrowser(suite: Suite): boolean {
  return BROWSER_SUITES.some((name) => name === suite);
}

/** Returns the suites that can run on this machine. Prints why others cannot. */
async function whatCanRun(wanted: readonly Suite[]) {
  const isUnit = (suite: Suite) => UNIT_SUITES.some((unit) => unit === suite);
  const accounts = wanted.every(isUnit)
    ? ({ kind: 'off', reason: '' } as const)
    : await findEmulators(process.env, run.emulatorsFolder);
  if (accounts.kind === 'off') return without((suite) => !isUnit(suite), accounts.reason);
  const needsBrowser = (suite: Suite) => isOfBrowser(suite) || suite === 'faults';
  const chromium = wanted.some(needsBrowser)
    ? await provideChromium(supervisor, process.env)
    : null;
  if (chromium !== null) return { accounts, chromium, suites: wanted };
  return without(needsBrowser, 'there is no Chromium, and none could be installed.');

  function without(isLeftOut: (suite: Suite) => boolean, reason: string) {
    const leftOut = wanted.filter(isLeftOut);
    if (leftOut.length > 0) console.log(`\nSkipping ${leftOut.join(', ')}: ${reason}`);
    return { accounts, chromium: null, suites: wanted.filter((suite) => !isLeftOut(suite)) };
  }
}
