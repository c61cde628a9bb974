/**
 * Reads a setting that `npm test` passes to suites of the started product. Call it inside tests: files must also load
 * without the product, so that their tests can be counted.
 */
function setting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set: these suites run under \`npm test\`, which starts the product.`,
  );
}

/** URLs have no trailing slash. */
export const siteUrl = () => setting('SITE_URL');

export const functionsUrl = () => setting('FUNCTIONS_URL');

/** URL of the samples' OPML list. */
export const samplesUrl = () => setting('SAMPLES_URL');

export const projectId = () => setting('GCLOUD_PROJECT');

export const authUrl = () => `http://${setting('FIREBASE_AUTH_EMULATOR_HOST')}`;

export const firestoreUrl = () => `http://${setting('FIRESTORE_EMULATOR_HOST')}`;

export function firestoreAddress(): { host: string; port: number } {
  const { hostname, port } = new URL(firestoreUrl());
  return { host: hostname, port: Number(port) };
}

export const chromiumPath = () => setting('CHROMIUM_PATH');

export const inboxUrl = () => setting('INBOX_URL');

/** Has the form `smtp://host:port`. */
export const smtpUrl = () => setting('SMTP_URL');

/** The URL at which the functions call SendGrid. Tests start a stand-in there. */
export const sendgridUrl = () => setting('SENDGRID_URL');

/** The current key of unsubscribe links, and an older key that is still accepted. */
export function unsubscribeKeys(): [signing: string, older: string] {
  const [signing = '', older = ''] = setting('UNSUBSCRIBE_KEY').split(',');
  return [signing, older];
}

/** Private key that signs the reports of SendGrid's webhook in tests: PKCS #8, PEM. */
export const mailEventsPrivateKey = () => setting('MAIL_EVENTS_PRIVATE_KEY');
export const catalogueFile = () => setting('CATALOGUE_FILE');

/** Each refresh reads this OPML list; the faults suite may change it. */
export const feedListFile = () => setting('FEED_LIST_FILE');

/** Process id of the ancestor of all the product's processes. */
export const stackPid = () => Number(setting('STACK_PID'));
