import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const PROJECT = 'heard-rehearsal';

/** Settings of a deployment with its own domain, SMTP server and PostgreSQL database. */
export const OPERATOR_SETTINGS = `# Our own site
FIREBASE_PROJECT=${PROJECT}
VITE_SITE_NAME=Heard
VITE_SITE_URL=https://heard.test
VITE_SUPPORT_EMAIL=hello@heard.test
MAIL_FROM="Heard <mails@heard.test>"
MAIL_TRANSPORT=smtp
SMTP_URL=smtps://mailer@smtp.heard.test:465
CATALOGUE_URL=postgres://earshot@db.heard.test/earshot
SEARCH_REQUESTS_PER_MINUTE=20
ALERT_SHARDS=2
`;

export const OPERATOR_SECRETS = ['UNSUBSCRIBE_KEY', 'SMTP_PASSWORD', 'CATALOGUE_PASSWORD'];

/** Environment variables that override an API's URL in firebase-tools (`lib/api.js`), each with its API. */
const ORIGINS: Record<string, string> = {
  ARTIFACT_REGISTRY_DOMAIN: 'artifactregistry',
  CLOUD_BILLING_URL: 'cloudbilling',
  CLOUD_MONITORING_URL: 'monitoring',
  CLOUD_RUN_API_URL: 'run',
  CLOUD_RUN_URL: 'run',
  CLOUD_SECRET_MANAGER_URL: 'secretmanager',
  COMPUTE_URL: 'compute',
  EVENTARC_URL: 'eventarc',
  FIREBASE_API_URL: 'firebase',
  FIREBASE_AUTH_MANAGEMENT_URL: 'identitytoolkit',
  FIREBASE_CLOUDBILLING_URL: 'cloudbilling',
  FIREBASE_CLOUDBUILD_URL: 'cloudbuild',
  FIREBASE_CLOUDLOGGING_URL: 'logging',
  FIREBASE_CLOUDSCHEDULER_URL: 'cloudscheduler',
  FIREBASE_CLOUD_TAKS_URL: 'cloudtasks',
  FIREBASE_EXT_URL: 'firebaseextensions',
  FIREBASE_FIREBASESTORAGE_URL: 'firebasestorage',
  FIREBASE_FUNCTIONS_URL: 'cloudfunctions',
  FIREBASE_FUNCTIONS_V2_URL: 'cloudfunctions',
  FIREBASE_HOSTING_API_URL: 'firebasehosting',
  FIREBASE_IAM_URL: 'iam',
  FIREBASE_IDENTITY_URL: 'identitytoolkit',
  FIREBASE_PUBSUB_URL: 'pubsub',
  FIREBASE_RESOURCEMANAGER_URL: 'cloudresourcemanager',
  FIREBASE_RULES_URL: 'firebaserules',
  FIREBASE_RUNTIMECONFIG_URL: 'runtimeconfig',
  FIREBASE_SERVICE_USAGE_URL: 'serviceusage',
  FIREBASE_STORAGE_URL: 'storage',
  FIREBASE_TOKEN_URL: 'www',
  FIRESTORE_URL: 'firestore',
};

/** Environment of a shell after `firebase login`, whose calls of Google's APIs go to a local port. */
export function operatorEnvironment(home: string, port: number, outside: string) {
  const configstore = path.join(home, '.config/configstore');
  mkdirSync(configstore, { recursive: true });
  const inAYear = Date.now() + 31_536_000_000;
  const tokens = { access_token: 'x', refresh_token: 'x', expires_at: inAYear, scopes: [] };
  const login = { user: { email: 'operator@heard.test' }, tokens, usage: false };
  writeFileSync(path.join(configstore, 'firebase-tools.json'), JSON.stringify(login));
  writeFileSync(outside, '');
  const origins: Record<string, string> = {};
  for (const [name, api] of Object.entries(ORIGINS)) {
    origins[name] = `http://${api}.googleapis.com:${port}`;
  }
  return {
    ...origins,
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    METADATA_SERVER_DETECTION: 'none',
    NO_UPDATE_NOTIFIER: '1',
    npm_config_update_notifier: 'false',
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'offline.js')}`,
    REHEARSAL_PORT: String(port),
    REHEARSAL_OUTSIDE: outside,
  };
}
