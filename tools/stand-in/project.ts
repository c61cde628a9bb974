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

/** What the cloud knows of a project. */
export interface Project {
  id: string;
  number: string;
  /** Where the stand-in listens; signed upload addresses lead there. */
  port: number;
  apis: Set<string>;
  /** Whether the deploying account may enable APIs. */
  mayEnable: boolean;
  /** Members of each role. */
  roles: Map<string, Set<string>>;
  /** Permissions that the deploying account lacks. */
  lacking: Set<string>;
  secrets: Set<string>;
  /** Policies of secrets, services and queues, by their names. */
  policies: Map<string, Json>;
  functions: Map<string, Json>;
  /** Functions whose build fails. */
  failing: Set<string>;
  services: Map<string, Json>;
  queues: Map<string, Json>;
  jobs: Map<string, Json>;
  /** The images of functions; null before the first one is built. */
  repository: Json | null;
  /** Null while Storage is not set up. */
  bucket: Json | null;
  bucketIsOpen: boolean;
  /** Whether there is a Firestore database. */
  database: boolean;
  rulesets: Map<string, Json>;
  releases: Map<string, string>;
  indexes: Json[];
  fields: Json[];
  versions: Map<string, HostingVersion>;
  files: Map<string, Json>;
  /** What was uploaded, by its hash; files of the site are packed with gzip. */
  uploads: Map<string, Buffer>;
  channels: Map<string, Release[]>;
  operations: Map<string, Json>;
}

/** Firebase's own accounts, as a project on the Blaze plan has them. */
const NUMBER = '123456789012';
export const RUNTIME_ACCOUNT = `${NUMBER}-compute@developer.gserviceaccount.com`;

/** A project of which only the console's part is done. */
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
    rulesets: new Map(),
    releases: new Map(),
    indexes: [],
    fields: [],
    versions: new Map(),
    files: new Map(),
    uploads: new Map(),
    channels: new Map([['live', []]]),
    operations: new Map(),
  };
}
