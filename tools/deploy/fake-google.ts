import { type FakeIdentity, identityRoutes, readyIdentity, visitGoogle } from './fake-identity.ts';
import { logRoutes, monitoringRoutes } from './fake-monitoring.ts';
import type { GoogleApi } from './google-api.ts';
import { found, Refusal, type Request, type Routes } from './fake-routes.ts';

type Json = Record<string, unknown>;

export interface FakeProject {
  apis: Set<string>;
  roles: Map<string, Set<string>>;
  lacking: Set<string>;
  secrets: Set<string>;
  /** Values of secrets that were stored through the API. */
  secretValues: Map<string, string>;
  /** Bindings with a condition. */
  conditional: { role: string; members: string[]; condition: object }[];
  /** True if operations are not done when they are answered. */
  isSlow: boolean;
  bucket: Json | null;
  bucketIsOpen: boolean;
  database: boolean;
  pointInTimeRecovery: boolean;
  backupSchedules: unknown[];
  /** The image repository. Null before the first build. */
  repository: Json | null;
  functions: string[];
  /** Newest first. */
  releases: { version: { name: string }; releaseTime: string }[];
  /** Filters of log-based metrics by name. */
  metrics: Map<string, string>;
  /** Notification channels, uptime checks and alert policies by resource name. */
  monitoring: Map<string, Json>;
  /** Exclusions of the sink `_Default` by name. */
  exclusions: Map<string, Json>;
  identity: FakeIdentity;
  /** True if the project belongs to an organisation. */
  isOfCompany: boolean;
  /** The organisation's effective policy on members of other domains. */
  memberDomains: Json;
}

const PROJECT = 'heard-test';
const NUMBER = '123456789012';
export const RUNTIME_ACCOUNT = `${NUMBER}-compute@developer.gserviceaccount.com`;

/** A new project, in which only the steps in the Firebase console are done. */
export function freshProject(): FakeProject {
  return {
    apis: new Set(),
    roles: new Map(),
    lacking: new Set(),
    secrets: new Set(),
    secretValues: new Map(),
    conditional: [],
    isSlow: false,
    bucket: { softDeletePolicy: { retentionDurationSeconds: '604800' } },
    bucketIsOpen: false,
    database: true,
    pointInTimeRecovery: false,
    backupSchedules: [],
    repository: null,
    functions: [],
    releases: [],
    metrics: new Map(),
    monitoring: new Map(),
    exclusions: new Map(),
    identity: readyIdentity(),
    isOfCompany: true,
    memberDomains: { allValues: 'ALLOW' },
  };
}

/** A fake of Google's APIs. `calls` lists the requests as `api METHOD path`. */
export function fakeGoogle(project: FakeProject): { google: GoogleApi; calls: string[] } {
  const calls: string[] = [];
  const routes = Object.entries({
    ...projectRoutes(project),
    ...identityRoutes(PROJECT, project.identity),
    ...logRoutes(PROJECT, project),
    ...monitoringRoutes(PROJECT, project),
  });
  const google: GoogleApi = {
    member: 'user:operator@heard.test',
    ask(api, method, address, sent) {
      const url = new URL(address, 'https://any');
      const call = `${api} ${method} ${url.pathname}`;
      calls.push(call);
      for (const [pattern, answer] of routes) {
        const [start = '', end] = pattern.split('*');
        const isHit =
          end === undefined ? call === start : call.startsWith(start) && call.endsWith(end);
        if (!isHit) continue;
        const rest = call.slice(start.length, call.length - (end ?? '').length);
        return Promise.resolve(reply(answer, { body: { ...sent }, query: url.searchParams, rest }));
      }
      throw new Error(`The fake of Google does not know ${call}`);
    },
    visit: (address) => Promise.resolve(visitGoogle(address, project.identity)),
  };
  return { google, calls };
}

function reply(answer: (request: Request) => unknown, request: Request) {
  try {
    return { status: 200, body: answer(request) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: { error: { message: error.message } } };
  }
}

function projectRoutes(project: FakeProject): Routes {
  const may = (permission: string) => {
    if (project.lacking.has(permission)) throw new Refusal(403);
  };
  const operation = () => ({ name: 'operations/acf.1', ...(!project.isSlow && { done: true }) });
  const database = `/v1/projects/${PROJECT}/databases/(default)`;
  const releases = `/v1beta1/projects/${PROJECT}/sites/${PROJECT}/channels/live/releases`;
  const images = '/v1/projects/heard-test/locations/us-central1/repositories/gcf-artifacts';
  return {
    [`projects GET /v1/projects/${PROJECT}`]: () => ({
      projectNumber: NUMBER,
      ...(project.isOfCompany && { parent: { type: 'organization', id: '42' } }),
    }),
    [`projects POST /v1/projects/${PROJECT}:testIamPermissions`]: ({ body }) => ({
      permissions: (body['permissions'] as string[]).filter((name) => !project.lacking.has(name)),
    }),
    [`projects POST /v1/projects/${PROJECT}:getIamPolicy`]: () => ({
      etag: 'one',
      bindings: [
        ...[...project.roles].map(([role, members]) => ({ role, members: [...members] })),
        ...project.conditional,
      ],
    }),
    [`projects POST /v1/projects/${PROJECT}:setIamPolicy`]: ({ body }) => {
      const { etag, bindings } = body['policy'] as {
        etag?: string;
        bindings: FakeProject['conditional'];
      };
      if (etag !== 'one') throw new Refusal(409);
      const [plain, conditional] = [false, true].map((wanted) =>
        bindings.filter(({ condition }) => Boolean(condition) === wanted),
      );
      project.roles = new Map(plain?.map(({ role, members }) => [role, new Set(members)]));
      project.conditional = conditional ?? [];
      return body['policy'];
    },
    [`projects POST /v1/projects/${PROJECT}:getEffectiveOrgPolicy`]: ({ body }) => {
      may('orgpolicy.policy.get');
      return { constraint: body['constraint'], listPolicy: project.memberDomains };
    },
    [`services GET /v1/projects/${PROJECT}/services:batchGet`]: ({ query }) => ({
      services: query.getAll('names').map((name) => ({
        name,
        state: project.apis.has(name.split('/').pop() ?? '') ? 'ENABLED' : 'DISABLED',
      })),
    }),
    [`services POST /v1/projects/${PROJECT}/services:batchEnable`]: ({ body }) => {
      may('serviceusage.services.enable');
      for (const api of body['serviceIds'] as string[]) project.apis.add(api);
      return operation();
    },
    [`services GET /v1/operations/*`]: () => ({ name: 'operations/acf.1', done: true }),
    [`billing GET /v1/projects/${PROJECT}/billingInfo`]: () => ({ billingEnabled: true }),
    [`secrets GET /v1/projects/${PROJECT}/secrets/*/versions/latest`]: ({ rest }) => {
      if (!project.secrets.has(rest)) throw new Refusal(404);
      return { state: 'ENABLED' };
    },
    [`secrets POST /v1/projects/${PROJECT}/secrets`]: () => ({}),
    [`secrets POST /v1/projects/${PROJECT}/secrets/*:addVersion`]: ({ rest, body }) => {
      const { data } = body['payload'] as { data: string };
      project.secrets.add(rest);
      project.secretValues.set(rest, Buffer.from(data, 'base64').toString());
      return {};
    },
    [`firestore POST /v1/projects/${PROJECT}/databases`]: () => {
      project.database = true;
      return operation();
    },
    [`firestore GET /v1/operations/*`]: () => ({ name: 'operations/acf.1', done: true }),
    [`firestore GET ${database}`]: () => {
      if (!project.database) throw new Refusal(404);
      const recovery = project.pointInTimeRecovery ? 'ENABLED' : 'DISABLED';
      return { pointInTimeRecoveryEnablement: `POINT_IN_TIME_RECOVERY_${recovery}` };
    },
    [`firestore PATCH ${database}`]: ({ body }) => {
      may('datastore.databases.update');
      const recovery = body['pointInTimeRecoveryEnablement'];
      project.pointInTimeRecovery = recovery === 'POINT_IN_TIME_RECOVERY_ENABLED';
      return {};
    },
    [`firestore GET ${database}/backupSchedules`]: () => ({
      ...(project.backupSchedules.length > 0 && { backupSchedules: project.backupSchedules }),
    }),
    [`firestore POST ${database}/backupSchedules`]: ({ body }) => {
      may('datastore.backupSchedules.create');
      project.backupSchedules.push(body);
      return body;
    },
    [`firebasestorage GET /v1alpha/projects/${PROJECT}/defaultBucket`]: () => {
      found(project.bucket);
      return { bucket: { name: `projects/${PROJECT}/buckets/${PROJECT}.firebasestorage.app` } };
    },
    'storage GET /storage/v1/b/*/iam': () => ({
      bindings: project.bucketIsOpen
        ? [{ role: 'roles/storage.objectViewer', members: ['allUsers'] }]
        : [],
    }),
    'storage GET /storage/v1/b/*': () => found(project.bucket),
    'storage PATCH /storage/v1/b/*': ({ body }) => {
      project.bucket = { ...found(project.bucket), ...body };
      return project.bucket;
    },
    [`artifactregistry GET ${images}`]: () => found(project.repository),
    [`artifactregistry PATCH ${images}`]: ({ body }) => {
      project.repository = { ...found(project.repository), ...body };
      return project.repository;
    },
    [`functions GET /v2/projects/${PROJECT}/locations/-/functions`]: () => ({
      functions: project.functions.map((name) => ({
        name,
        labels: { 'deployment-tool': 'cli-firebase' },
      })),
    }),
    [`hosting GET ${releases}`]: () => ({ releases: project.releases }),
    [`hosting POST ${releases}`]: ({ query }) => {
      const version = { name: query.get('versionName') ?? '' };
      project.releases.unshift({ version, releaseTime: 'now' });
      return {};
    },
  };
}
