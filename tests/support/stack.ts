/** A setting `npm test` gives the suites that run against the started product. Read when needed:
 * the files must also load where nothing runs, to have their tests counted. */
function setting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set: these suites run under \`npm test\`, which starts the product.`,
  );
}

/** URL of the hosting emulator without a trailing slash. */
export const siteUrl = () => setting('SITE_URL');

/** URL of the functions emulator without a trailing slash. */
export const functionsUrl = () => setting('FUNCTIONS_URL');

/** URL of the samples' OPML list. */
export const samplesUrl = () => setting('SAMPLES_URL');

/** Firebase project id of the emulators. */
export const projectId = () => setting('GCLOUD_PROJECT');

/** URL of the Auth emulator without a trailing slash. */
export const authUrl = () => `http://${setting('FIREBASE_AUTH_EMULATOR_HOST')}`;

/** URL of the Firestore emulator without a trailing slash. */
export const firestoreUrl = () => `http://${setting('FIRESTORE_EMULATOR_HOST')}`;

export function firestoreAddress(): { host: string; port: number } {
  const { hostname, port } = new URL(firestoreUrl());
  return { host: hostname, port: Number(port) };
}

/** Path of the browser for the journeys. */
export const chromiumPath = () => setting('CHROMIUM_PATH');

/** URL of the inbox's web page without a trailing slash. */
export const inboxUrl = () => setting('INBOX_URL');

/** URL of the inbox's SMTP server, `smtp://host:port`. */
export const smtpUrl = () => setting('SMTP_URL');

/** URL at which the functions call SendGrid. Tests start a stand-in there. */
export const sendgridUrl = () => setting('SENDGRID_URL');

/** The current key of unsubscribe links, and an older one that is still accepted. */
export function unsubscribeKeys(): [signing: string, older: string] {
  const [signing = '', older = ''] = setting('UNSUBSCRIBE_KEY').split(',');
  return [signing, older];
}

/** Private key with which tests sign the reports of SendGrid's webhook; PKCS #8, PEM. */
export const mailEventsPrivateKey = () => setting('MAIL_EVENTS_PRIVATE_KEY');
/** Path of the catalogue's SQLite file. */
export const catalogueFile = () => setting('CATALOGUE_FILE');

/** Path of the OPML list that each refresh reads; the faults suite may change it. */
export const feedListFile = () => setting('FEED_LIST_FILE');

/** PID of the ancestor of all the product's processes. */
export const stackPid = () => Number(setting('STACK_PID'));
