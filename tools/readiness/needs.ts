/** Google APIs that a deployment needs, without `.googleapis.com`. */
export const APIS = [
  'artifactregistry',
  'cloudbuild',
  'cloudfunctions',
  'cloudscheduler',
  'cloudtasks',
  'compute',
  'eventarc',
  'firebasehosting',
  'firebaserules',
  'firebasestorage',
  'firestore',
  'identitytoolkit',
  'logging',
  'pubsub',
  'run',
  'secretmanager',
  'storage',
] as const;

interface RuntimeRole {
  role: string;
  why: string;
  coveredBy: readonly string[];
}

const EDITORS = ['roles/owner', 'roles/editor'];
const FIREBASE = ['roles/firebase.admin', 'roles/firebase.sdkAdminServiceAgent'];

/** Roles of the account that builds and runs the functions. Its default roles differ between projects. */
export const RUNTIME_ROLES: readonly RuntimeRole[] = [
  {
    role: 'roles/cloudbuild.builds.builder',
    why: 'no function is built',
    coveredBy: EDITORS,
  },
  {
    role: 'roles/datastore.user',
    why: 'alerts, limits of calls, the outbox',
    coveredBy: [...EDITORS, ...FIREBASE, 'roles/datastore.owner'],
  },
  {
    role: 'roles/firebaseauth.admin',
    why: 'who gets mail; deleting accounts',
    coveredBy: [...EDITORS, ...FIREBASE],
  },
  {
    role: 'roles/cloudtasks.enqueuer',
    why: 'no mail is queued',
    coveredBy: [...EDITORS, 'roles/cloudtasks.admin'],
  },
  {
    role: 'roles/iam.serviceAccountUser',
    why: 'no mail is queued: a task is sent in its name',
    coveredBy: EDITORS,
  },
  {
    role: 'roles/run.invoker',
    why: 'tasks are refused with 403: no mail, no sweep of deleted accounts',
    coveredBy: ['roles/owner', 'roles/run.admin'],
  },
  {
    role: 'roles/storage.objectAdmin',
    why: 'the catalogue and the indexes of alerts are not stored',
    coveredBy: ['roles/owner', 'roles/storage.admin'],
  },
];

/** Permissions of the deploying account, each with a role that grants it. */
export const DEPLOYER_PERMISSIONS: readonly { permission: string; role: string }[] = [
  { permission: 'artifactregistry.repositories.update', role: 'roles/artifactregistry.admin' },
  { permission: 'cloudfunctions.functions.create', role: 'roles/cloudfunctions.admin' },
  { permission: 'cloudfunctions.functions.setIamPolicy', role: 'roles/cloudfunctions.admin' },
  { permission: 'cloudscheduler.jobs.create', role: 'roles/cloudscheduler.admin' },
  { permission: 'cloudtasks.queues.create', role: 'roles/cloudtasks.admin' },
  { permission: 'datastore.indexes.create', role: 'roles/datastore.indexAdmin' },
  { permission: 'firebasehosting.sites.update', role: 'roles/firebasehosting.admin' },
  { permission: 'firebaserules.rulesets.create', role: 'roles/firebaserules.admin' },
  { permission: 'iam.serviceAccounts.actAs', role: 'roles/iam.serviceAccountUser' },
  { permission: 'logging.exclusions.create', role: 'roles/logging.configWriter' },
  { permission: 'resourcemanager.projects.getIamPolicy', role: 'roles/iam.securityReviewer' },
  { permission: 'run.services.setIamPolicy', role: 'roles/run.admin' },
  { permission: 'secretmanager.secrets.setIamPolicy', role: 'roles/secretmanager.admin' },
  { permission: 'serviceusage.services.enable', role: 'roles/serviceusage.serviceUsageAdmin' },
  { permission: 'storage.buckets.update', role: 'roles/storage.admin' },
];
