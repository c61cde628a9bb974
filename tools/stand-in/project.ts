import type { Json } from './route.ts';

export interface HostingVersion extends Json {
  name: string;
  status: string;
  config?: Json;
}

interface Release {
  name: string;
  version: HostingVersion;
  releaseTime: string;
  type: string;
}

export interface Project {
  id: string;
  number: string;
  /** Port of the stand-in, for signed upload URLs. */
  port: number;
  apis: Set<string>;
  mayEnable: boolean;
  roles: Map<string, Set<string>>;
  lacking: Set<string>;
  secrets: Set<string>;
  /** IAM policies of secrets, services and queues by resource name. */
  policies: Map<string, Json>;
  functions: Map<string, Json>;
  failing: Set<string>;
  services: Map<string, Json>;
  queues: Map<string, Json>;
  jobs: Map<string, Json>;
  /** The image repository; null before the first build. */
  repository: Json | null;
  /** Null if Storage is not enabled. */
  bucket: Json | null;
  bucketIsOpen: boolean;
  database: boolean;
  pointInTimeRecovery: boolean;
  backupSchedules: Json[];
  rulesets: Map<string, Json>;
  releases: Map<string, string>;
  indexes: Json[];
  fields: Json[];
  versions: Map<string, HostingVersion>;
  files: Map<string, Json>;
  /** Uploaded files by hash; the site's files are gzipped. */
  uploads: Map<string, Buffer>;
  channels: Map<string, Release[]>;
  operations: Map<string, Json>;
  /** Filters of log-based metrics by name. */
  metrics: Map<string, string>;
  /** Notification channels, uptime checks and alert policies by resource name. */
  monitoring: Map<string, Json>;
}

const NUMBER = '123456789012';
export const RUNTIME_ACCOUNT = `${NUMBER}-compute@developer.gserviceaccount.com`;

/** A new project in which only the console's steps are done. */
export function freshProject(id: string): Project {
  const bucket = `${id}.firebasestorage.app`;
  return {
    id,
    number: NUMBER,
    port: 0,
    apis: new Set(),
    mayEnable: true,
    roles: new Map(),
    lacking: new Set(),
    secrets: new Set(),
    policies: new Map(),
    functions: new Map(),
    failing: new Set(),
    services: new Map(),
    queues: new Map(),
    jobs: new Map(),
    repository: null,
    bucket: {
      name: bucket,
      location: 'US-CENTRAL1',
      softDeletePolicy: { retentionDurationSeconds: '604800' },
      iamConfiguration: { publicAccessPrevention: 'inherited' },
    },
    bucketIsOpen: false,
    database: true,
    pointInTimeRecovery: false,
    backupSchedules: [],
    rulesets: new Map(),
    releases: new Map(),
    indexes: [],
    fields: [],
    versions: new Map(),
    files: new Map(),
    uploads: new Map(),
    channels: new Map([['live', []]]),
    operations: new Map(),
    metrics: new Map(),
    monitoring: new Map(),
  };
}
