import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findEmulators } from '../emulators/find-emulators.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import { LOCAL_UNSUBSCRIBE_KEY } from '../inbox/mail-environment.ts';
import { LOOPBACK, readPortOffset } from '../instance/ports.ts';
import { provideChromium } from '../test-runner/provide-chromium.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { contentsText, refreshCatalogue } from '../instance/refresh-catalogue.ts';
import { runCommand } from '../processes/run-command.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { openRunLog } from '../processes/run-log.ts';
import { testInstance } from '../instance/instance.ts';
import { runningIn } from '../instance/running-record.ts';
import { readSettings, siteSettingNames } from '../instance/settings.ts';
import { startStack } from '../stack/stack.ts';
import { step } from '../processes/steps.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { listJourneys, listTests, runJourneys, runVitest } from '../test-runner/run-tests.ts';
import {
  addCounts,
  closingLine,
  failedTests,
  nothingRan,
  readReport,
  type TestCounts,
} from '../test-runner/test-counts.ts';
import {
  projectsOf,
  shareOut,
  type StackSuite,
  type VitestSuite,
} from '../test-runner/test-suites.ts';

/** Time for servers that a test has started: they remove their folders after the test's process has ended. */
const LEFTOVERS_GO_WITHIN_MS = 5000;

/** The first key signs new unsubscribe links; links signed with the second stay valid. */
const UNSUBSCRIBE_KEYS = `${LOCAL_UNSUBSCRIBE_KEY},for tests: the key in use before the first`;

const chosen = optionsOf(COMMANDS.test);
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

await runCommand(supervisor, 130, async () => {
  const counts = await runTests();
  // Interrupted tests leave their folders behind, which is no failure.
  const interrupted = supervisor.stopping;
  await supervisor.stop();
  if (!interrupted) counts.push(await countLeftovers());
  const total = addCounts(counts);
  if (total.failed > 0) for (const test of failedInReports()) console.log(`FAILED ${test}`);
  console.log(`\n${closingLine(total)}`);
  const nothing = interrupted ? null : nothingRan(total, chosen.name);
  if (nothing !== null) console.error(nothing);
  return total.failed > 0 || nothing !== null ? 1 : 0;
});

/**
 * Runs the chosen suites, the journeys last. Suites that need no product run concurrently with those that do,
 * because the latter mostly wait. A product that does not start, or that crashes, counts as one failed test.
 */
async function runTests(): Promise<TestCounts[]> {
  if (chosen.stack.length === 0) return inVitest(chosen.units, {});
  const { suites, skipped, accounts, chromium } = await whatCanRun(chosen.stack);
  if (suites.length === 0 || accounts.kind === 'off') {
    return [...skipped, ...(await inVitest(chosen.units, {}))];
  }
  const work = async () => {
    const product = await startProduct(accounts, suites.includes('faults'));
    return runStarted(suites, { ...product, CHROMIUM_PATH: chromium ?? '' });
  };
  try {
    return [...skipped, ...(await Promise.race([work(), supervisor.crashed]))];
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    console.error(error.message);
    return [...skipped, { passed: 0, failed: 1, skipped: 0 }];
  }
}

/**
 * Runs the suites in several Vitest processes. The output of the first is shown live; that of the others
 * follows when the first has ended.
 * @param product Environment variables by which the suites find the product.
 */
async function inVitest(
  suites: readonly VitestSuite[],
  product: NodeJS.ProcessEnv,
): Promise<TestCounts[]> {
  const environment = { ...process.env, STARTED_PRODUCT: JSON.stringify(product) };
  const { shares, sideBySide } = shareOut(suites, chosen.files.length > 0 || chosen.name !== null);
  const counts: TestCounts[] = [];
  const toShow: string[] = [];
  let firstRuns = true;
  const waiting = shares.entries();
  const runOneByOne = async () => {
    for (const [index, share] of waiting) {
      const reportFile = path.join(run.folder, `reports/vitest-${index}.json`);
      const spec = { ...chosen, reportFile, environment };
      const { counts: counted, output } = await runVitest(supervisor, share, spec, index > 0);
      counts.push(counted);
      toShow.push(output);
      if (index === 0) firstRuns = false;
      if (!firstRuns) process.stdout.write(toShow.splice(0).join(''));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, runOneByOne));
  return counts;
}

function failedInReports(): string[] {
  const folder = path.join(run.folder, 'reports');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => failedTests(readReport(path.join(folder, file))))
    .map((test) => test.replace(`${REPOSITORY}/`, ''));
}

/** Counts one failed test if tests left temporary folders behind. */
async function countLeftovers(): Promise<TestCounts> {
  const deadline = Date.now() + LEFTOVERS_GO_WITHIN_MS;
  let left = leftovers();
  while (left.length > 0 && Date.now() < deadline) {
    await delay(100);
    left = leftovers();
  }
  if (left.length > 0)
    console.error(`\nThe tests left these behind in ${tmpdir()}: ${left.join(', ')}`);
  return { passed: 0, failed: Math.min(left.length, 1), skipped: 0 };
}

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('earshot-'));
}

/** The wanted suites that can run here. The tests of the others are counted as skipped, and the reason is printed. */
async function whatCanRun(wanted: StackSuite[]) {
  const accounts = await findEmulators(process.env, run.emulatorsFolder);
  if (accounts.kind === 'off') {
    const skipped = [await skip(wanted, accounts.reason)];
    return { accounts, chromium: null, suites: [] as StackSuite[], skipped };
  }
  const needsBrowser = (suite: StackSuite) => suite === 'journeys' || suite === 'faults';
  const inBrowser = wanted.filter(needsBrowser);
  const chromium = inBrowser.length > 0 ? await provideChromium(supervisor, process.env) : null;
  if (chromium !== null || inBrowser.length === 0) {
    return { accounts, chromium, suites: wanted, skipped: [] };
  }
  const reason = 'there is no Chromium, and none could be installed.';
  const suites: StackSuite[] = wanted.filter((suite) => !needsBrowser(suite));
  return { accounts, chromium, suites, skipped: [await skip(inBrowser, reason)] };
}

async function runStarted(
  suites: readonly StackSuite[],
  product: NodeJS.ProcessEnv,
): Promise<TestCounts[]> {
  const withoutBrowser = suites.filter((suite) => suite !== 'journeys');
  const counts = await inVitest([...chosen.units, ...withoutBrowser], product);
  if (suites.includes('journeys')) {
    const reportFile = path.join(run.folder, 'reports/journeys.json');
    const environment = { ...process.env, ...product };
    counts.push(await runJourneys(supervisor, { ...chosen, reportFile, environment }));
  }
  return counts;
}

async function skip(suites: readonly StackSuite[], reason: string): Promise<TestCounts> {
  console.log(`\nSkipping ${suites.join(', ')}: ${reason}`);
  const withoutBrowser = suites.filter((suite) => suite !== 'journeys');
  const journeys = suites.includes('journeys') ? await listJourneys(run.folder) : 0;
  const others =
    withoutBrowser.length > 0 ? await listTests(withoutBrowser.map(projectsOf), run.folder) : 0;
  return { passed: 0, failed: 0, skipped: journeys + others };
}

/**
 * Starts the product with the samples and returns the environment by which the suites find it. Suites that
 * need other feeds overwrite FEED_LIST_FILE.
 */
async function startProduct(
  accounts: Awaited<ReturnType<typeof findEmulators>>,
  chooseFeeds: boolean,
): Promise<NodeJS.ProcessEnv> {
  console.log(`\nStarting the product for the tests that need it (${run.projectId}):`);
  const at = (port: number) => `${LOOPBACK}:${port}`;
  const sendgridUrl = `http://${at(run.ports.sendgrid)}`;
  const mailEvents = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const settings = {
    ...process.env,
    CATALOGUE_URL: '',
    SEARCH_REQUESTS_PER_MINUTE: '',
    MAIL_TRANSPORT: 'sendgrid',
    MAIL_FROM: '',
    SENDGRID_BASE_URL: sendgridUrl,
    SENDGRID_API_KEY: 'SG.tests',
    APPLE_LOOKUP_URL: `${sendgridUrl}/lookup`,
    UNSUBSCRIBE_KEY: UNSUBSCRIBE_KEYS,
    SENDGRID_EVENT_KEY: mailEvents.publicKey
      .export({ format: 'der', type: 'spki' })
      .toString('base64'),
    RATE_LIMIT_STORE: '',
    APP_CHECK: '',
    // `.env` must not change the site's build.
    ...Object.fromEntries(siteSettingNames().map((name) => [name, ''])),
  };
  const feedList = path.join(run.folder, 'feeds.opml');
  const feeds = chooseFeeds ? feedList : null;
  const spec = { run, accounts, supervisor, log, settings, feeds };
  const stack = await startStack({ ...spec, buildSite: true, keepData: false });
  writeFileSync(feedList, await (await fetch(stack.samplesUrl)).text());
  await step('catalogue', () => refreshCatalogue(run), contentsText);
  return {
    GCLOUD_PROJECT: run.projectId,
    // Without this setting, Google's libraries would look for a metadata server on the network.
    METADATA_SERVER_DETECTION: 'none',
    SITE_URL: stack.siteUrl,
    FUNCTIONS_URL: `http://${at(run.ports.functions)}`,
    SAMPLES_URL: stack.samplesUrl,
    FEED_LIST_FILE: feedList,
    CATALOGUE_FILE: run.catalogueFile,
    STACK_PID: String(process.pid),
    FIRESTORE_EMULATOR_HOST: at(run.ports.firestore),
    FIREBASE_AUTH_EMULATOR_HOST: at(run.ports.auth),
    INBOX_URL: stack.inboxUrl ?? '',
    SMTP_URL: `smtp://${at(run.ports.smtp)}`,
    SENDGRID_URL: sendgridUrl,
    UNSUBSCRIBE_KEY: UNSUBSCRIBE_KEYS,
    MAIL_EVENTS_PRIVATE_KEY: mailEvents.privateKey
      .export({ format: 'pem', type: 'pkcs8' })
      .toString(),
  };
}
