/** A setting `npm test` gives the suites that run against the started product. Read when needed:
 * the files must also load where nothing runs, to have their tests counted. */
function setting(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set: these suites run under \`npm test\`, which starts the product.`,
  );
}

/** The site through the hosting emulator, without a slash at its end. */
export const siteUrl = () => setting('SITE_URL');

/** The functions emulator's address, without a slash at its end. */
export const functionsUrl = () => setting('FUNCTIONS_URL');

/** The OPML list of the sample feeds the catalogue was filled from. */
export const samplesUrl = () => setting('SAMPLES_URL');

/** The project the emulators run under. */
export const projectId = () => setting('GCLOUD_PROJECT');

/** The Auth emulator's address, without a slash at its end. */
export const authUrl = () => `http://${setting('FIREBASE_AUTH_EMULATOR_HOST')}`;

/** The Firestore emulator's address, without a slash at its end. */
export const firestoreUrl = () => `http://${setting('FIRESTORE_EMULATOR_HOST')}`;

/** Where the Firestore emulator listens. */
export function firestoreAddress(): { host: string; port: number } {
  const { hostname, port } = new URL(firestoreUrl());
  return { host: hostname, port: Number(port) };
}

/** The browser the journeys drive. */
export const chromiumPath = () => setting('CHROMIUM_PATH');

/** The page of the inbox that mails by SMTP go to, without a slash at its end. */
export const inboxUrl = () => setting('INBOX_URL');

/** Where the inbox takes mails, `smtp://host:port`. */
export const smtpUrl = () => setting('SMTP_URL');

/** Where the functions look for SendGrid: a test that needs one listens there. */
export const sendgridUrl = () => setting('SENDGRID_URL');

/** The key the functions sign unsubscribe links with, and an older one that they still accept. */
export function unsubscribeKeys(): [signing: string, older: string] {
  const [signing = '', older = ''] = setting('UNSUBSCRIBE_KEY').split(',');
  return [signing, older];
}

/** The private key to the public one that the functions check SendGrid's reports with; PKCS #8, PEM. */
export const mailEventsPrivateKey = () => setting('MAIL_EVENTS_PRIVATE_KEY');
/** The file of the catalogue. */
export const catalogueFile = () => setting('CATALOGUE_FILE');

/** The list of feeds to follow, read anew by every refresh; the faults suite may write it. */
export const feedListFile = () => setting('FEED_LIST_FILE');

/** The process everything that runs descends from. */
export const stackPid = () => Number(setting('STACK_PID'));
