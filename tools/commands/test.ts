import { rmSync } from 'node:fs';
import path from 'node:path';
import { findEmulators } from '../emulators/find-emulators.ts';
import { testInstance } from '../instance/instance.ts';
import { readPortOffset } from '../instance/ports.ts';
import { runningIn } from '../instance/running-record.ts';
import { readSettings } from '../instance/settings.ts';
import { optionsOf } from '../processes/command-line.ts';
import { orExit, printable } from '../processes/expected-failure.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { prepareJourneys } from '../test-runner/prepare-journeys.ts';
import { provideChromium } from '../test-runner/provide-chromium.ts';
import { haveRulesChanged } from '../test-runner/rules-changed.ts';
import { type Part, runParts } from '../test-runner/run-parts.ts';
import {
  drawInputs,
  FEW_INPUTS,
  JOURNEY_TRACES,
  sharePart,
  type TestRun,
} from '../test-runner/run-tests.ts';
import { startProduct } from '../test-runner/start-product.ts';
import { addCounts, closingLine, type TestCounts } from '../test-runner/test-report.ts';
import {
  isOfBrowser,
  isUnit,
  RULES_MUTANTS,
  type Share,
  shareOut,
  type Suite,
  WORKERS,
} from '../test-runner/test-suites.ts';
import { COMMANDS } from './command-lines.ts';

const PRODUCT = 'product';
const BEFORE_JOURNEYS = 'before journeys';

const chosen = optionsOf(COMMANDS.test);
const byName = chosen.files.length > 0 || chosen.name !== null;
const { EARSHOT_PORT_OFFSET } = readSettings(process.env);
const run = orExit(() => testInstance(readPortOffset(EARSHOT_PORT_OFFSET)));
const other = runningIn(run.folder);
if (other !== null) {
  console.error(`The tests are running already (process ${other}): wait for them, or stop them.`);
  process.exit(1);
}
for (const folder of [run.folder, JOURNEY_TRACES]) rmSync(folder, { recursive: true, force: true });
const log = orExit(() => openRunLog(run.logFile, false));
const supervisor = createSupervisor(log);
const counts: TestCounts[] = [];

await runCommand(supervisor, 130, async () => {
  try {
    await Promise.race([runTests(), supervisor.crashed]);
  } catch (error) {
    if (supervisor.stopping) throw error;
    console.error();
    console.error(printable(error));
    counts.push({ passed: 0, skipped: 0, failures: [PRODUCT] });
  }
  const total = addCounts(counts);
  for (const test of total.failures) console.log(`FAILED ${test}`);
  console.log(`\n${closingLine(total)}`);
  if (total.passed + total.failures.length === 0) console.error('No test ran.');
  return total.failures.length > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * Runs the chosen suites. Unit suites start together with the product, because neither keeps all cores busy alone. The
 * journeys start when the other suites of the product have ended.
 */
async function runTests(): Promise<void> {
  const { suites, accounts, chromium } = await whatCanRun(chosen.suites);
  const leftOut = await projectLeftOut(suites);
  const shares = shareOut(suites, byName).filter(({ projects }) => projects[0] !== leftOut);
  const shown = byName || shares.length === 1;
  const product: NodeJS.ProcessEnv = {};
  const tests: TestRun = {
    supervisor,
    reportFolder: path.join(run.folder, 'reports'),
    environment: { ...process.env, ...drawInputs(chosen.kind === 'push' ? FEW_INPUTS : '1') },
    product,
    shown,
    counts,
  };
  const afterOf = ({ tool, projects }: Share) => {
    if (tool === 'playwright') return [BEFORE_JOURNEYS];
    return projects.every(isUnit) ? [] : [PRODUCT];
  };
  const parts = shares.map((share) => sharePart(tests, share, chosen, afterOf(share)));
  const ofProduct = parts.filter(({ after }) => after?.includes(PRODUCT)).map(({ name }) => name);

  const start: Part = {
    name: PRODUCT,
    async run() {
      const chooseFeeds = suites.includes('faults');
      const found = await startProduct({ run, accounts, supervisor, log, chooseFeeds });
      Object.assign(product, found, { CHROMIUM_PATH: chromium ?? '' });
      return { passed: true, output: '' };
    },
  };
  const prepare: Part = {
    name: BEFORE_JOURNEYS,
    after: [PRODUCT, ...ofProduct],
    async run() {
      await prepareJourneys(run);
      return { passed: true, output: '' };
    },
  };
  const needed = [
    ...(suites.some((suite) => !isUnit(suite)) ? [start] : []),
    ...(suites.some(isOfBrowser) ? [prepare] : []),
  ];
  await runParts(supervisor, [...needed, ...parts], shown ? 1 : WORKERS);
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

/** Returns the suites that can run on this machine. Prints why others cannot. */
async function whatCanRun(wanted: readonly Suite[]) {
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
