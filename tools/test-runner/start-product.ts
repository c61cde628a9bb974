import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Accounts } from '../emulators/find-emulators.ts';
import { LOCAL_UNSUBSCRIBE_KEY } from '../inbox/inbox.ts';
import type { Instance } from '../instance/instance.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { contentsText, refreshCatalogue } from '../instance/run-schedule.ts';
import { siteSettingNames } from '../instance/settings.ts';
import type { RunLog } from '../processes/run-log.ts';
import { step } from '../processes/steps.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { startStack } from '../stack/stack.ts';

/** The first key signs new unsubscribe links. Links signed with the second stay valid. */
const UNSUBSCRIBE_KEYS = `${LOCAL_UNSUBSCRIBE_KEY},for tests: the key in use before the first`;

interface ProductSpec {
  run: Instance;
  accounts: Accounts;
  supervisor: Supervisor;
  log: RunLog;
  /** True if a suite replaces the feeds by overwriting FEED_LIST_FILE. */
  chooseFeeds: boolean;
}

/** Starts the product with the samples. Returns environment variables through which the suites find it. */
export async function startProduct(spec: ProductSpec): Promise<NodeJS.ProcessEnv> {
  const { run, chooseFeeds } = spec;
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
    // Empty values keep `.env` from changing the site's build.
    ...Object.fromEntries(siteSettingNames().map((name) => [name, ''])),
  };
  const feedList = path.join(run.folder, 'feeds.opml');
  const feeds = chooseFeeds ? feedList : null;
  const stack = await startStack({ ...spec, settings, feeds, buildSite: true, keepData: false });
  writeFileSync(feedList, await (await fetch(stack.samplesUrl)).text());
  await step('catalogue', () => refreshCatalogue(run), contentsText);
  return {
    GCLOUD_PROJECT: run.projectId,
    // Prevents Google's libraries from looking for a metadata server on the network.
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
