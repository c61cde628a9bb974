import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '../stand-in/google.ts';
import { type Project, RUNTIME_ACCOUNT } from '../stand-in/project.ts';
import { type Json, textOf } from '../stand-in/route.ts';

const PUBLIC = 'allUsers';

/** The expected functions: region, memory, timeout, secrets and who may call them. */
const EXPECTED_FUNCTIONS = [
  'api · us-central1 · 1024Mi · 30 s · CATALOGUE_PASSWORD · anybody',
  'deliverDigest · us-central1 · 512Mi · 120 s · UNSUBSCRIBE_KEY SMTP_PASSWORD · who has the role',
  'deliverToChannel · us-central1 · 512Mi · 120 s · who has the role',
  'feeds · us-central1 · 1024Mi · 30 s · CATALOGUE_PASSWORD · anybody',
  'health · us-central1 · 1024Mi · 30 s · CATALOGUE_PASSWORD · anybody',
  'mailEvents · us-central1 · 256Mi · 60 s · anybody',
  'member · us-central1 · 2Gi · 300 s · CATALOGUE_PASSWORD · anybody',
  'pages · us-central1 · 1024Mi · 30 s · CATALOGUE_PASSWORD · anybody',
  'planAlerts · us-central1 · 2Gi · 900 s · CATALOGUE_PASSWORD · who has the role',
  'refreshCatalogue · us-central1 · 1024Mi · 540 s · CATALOGUE_PASSWORD · the functions',
  'refreshFeeds · us-central1 · 1024Mi · 300 s · CATALOGUE_PASSWORD · who has the role',
  'resumeDigests · us-central1 · 512Mi · 240 s · the functions',
  'search · us-central1 · 1024Mi · 30 s · CATALOGUE_PASSWORD · anybody',
  'sendAlerts · us-central1 · 512Mi · 540 s · the functions',
  'sweepAccount · us-central1 · 512Mi · 300 s · who has the role',
  'unsubscribe · us-central1 · 256Mi · 30 s · UNSUBSCRIBE_KEY · anybody',
  'wakeFeeds · us-central1 · 512Mi · 120 s · CATALOGUE_PASSWORD · the functions',
];

/** The deployed functions, one line each, in the format of the expected ones. */
export function publishedFunctions(project: Project): string[] {
  const lines = [...project.functions].map(([name, { serviceConfig }]) => {
    const [, , , region = '', , id = ''] = name.split('/');
    const config = serviceConfig as Json;
    const secrets = (config['secretEnvironmentVariables'] ?? []) as Json[];
    const memory = textOf(config['availableMemory']);
    const parts = [
      id,
      region,
      memory,
      `${Number(config['timeoutSeconds'])} s`,
      secrets.map(({ key }) => textOf(key)).join(' '),
      invokerOf(project, textOf(config['service'])),
    ];
    return parts.filter(Boolean).join(' · ');
  });
  return lines.sort();
}

function invokerOf(project: Project, service: string): string {
  const bindings = (project.policies.get(service)?.['bindings'] ?? []) as Json[];
  const members = bindings.flatMap(({ members: list }) => list as unknown as string[]);
  if (members.length === 0) return 'who has the role';
  if (members.join() === PUBLIC) return 'anybody';
  return members.join() === `serviceAccount:${RUNTIME_ACCOUNT}` ? 'the functions' : members.join();
}

/** The problems of a deployment: wrong functions, rules, files or order, or no clean-up of old data. */
export function publishedProblems(
  project: Project,
  calls: readonly Call[],
  clone: string,
): string[] {
  return [
    ...differences('functions', publishedFunctions(project), EXPECTED_FUNCTIONS),
    ...rulesProblems(project, clone),
    ...hostingProblems(project, clone),
    ...orderProblems(calls),
    ...tidyProblems(project),
  ];
}

function differences(what: string, found: readonly string[], expected: readonly string[]) {
  return [
    ...found.filter((line) => !expected.includes(line)).map((line) => `${what}: sent ${line}`),
    ...expected.filter((line) => !found.includes(line)).map((line) => `${what}: not sent ${line}`),
  ];
}

function rulesProblems(project: Project, clone: string): string[] {
  const inForce = (release: string) => {
    const id = project.releases.get(`projects/${project.id}/releases/${release}`)?.split('/').pop();
    const source = project.rulesets.get(id ?? '')?.['source'] as Json | undefined;
    return textOf((source?.['files'] as Json[] | undefined)?.[0]?.['content']);
  };
  const written = (file: string) => readFileSync(path.join(clone, file), 'utf8');
  const indexes = JSON.parse(written('firestore.indexes.json')) as { indexes: unknown[] };
  const bucket = textOf(project.bucket?.['name']);
  return [
    ...(inForce('cloud.firestore') === written('firestore.rules') ? [] : ['rules of Firestore']),
    ...(inForce(`firebase.storage/${bucket}`) === written('storage.rules')
      ? []
      : ['rules of Storage']),
    ...(project.indexes.length === indexes.indexes.length
      ? []
      : [`indexes: ${project.indexes.length} instead of ${indexes.indexes.length}`]),
  ];
}

function hostingProblems(project: Project, clone: string): string[] {
  const version = project.channels.get('live')?.[0]?.version;
  if (version === undefined) return ['Hosting: nothing is released'];
  const files = project.files.get(version.name.split('/').pop() ?? '') ?? {};
  const dist = path.join(clone, 'web/dist');
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(dist, path.join(entry.parentPath, entry.name))}`);
  const absent = built.filter((name) => !project.uploads.has(textOf(files[name])));
  const rewrites = (version.config?.['rewrites'] ?? []) as Json[];
  const pages = rewrites.filter(({ run }) => (run as Json | undefined)?.['serviceId'] === 'pages');
  const tags = new Set(pages.map(({ run }) => (run as Json)['tag']));
  const [tag] = tags;
  return [
    ...(version.status === 'FINALIZED' ? [] : ['Hosting: the version is not finished']),
    ...(absent.length === 0 ? [] : [`Hosting: ${absent.length} files are not there`]),
    ...(pages.length > 10 && tags.size === 1 && hasTag(project, tag)
      ? []
      : [`Hosting: pages are pinned to ${[...tags].map(textOf).join()}`]),
  ];
}

export function hasTag(project: Project, tag: Json[string]): boolean {
  const services = [...project.services].filter(([name]) => name.endsWith('/services/pages'));
  return services.some(([, { spec }]) =>
    ((spec as Json)['traffic'] as Json[]).some((target) => target['tag'] === tag),
  );
}

/**
 * Problems of the order: the site must be released last, because it needs the functions, which need the
 * rules.
 */
function orderProblems(calls: readonly Call[]): string[] {
  const last = (host: string, pattern: RegExp) =>
    calls.findLastIndex(
      (call) => call.host.startsWith(host) && pattern.test(`${call.method} ${call.path}`),
    );
  const released = last('firebasehosting', /^POST .*\/channels\/live\/releases$/);
  const before = {
    'a function': last('cloudfunctions', /^(POST|PATCH) .*\/functions(\/\w+)?$/),
    'an invoker': last('run', /^POST .*:setIamPolicy$/),
    rules: last('firebaserules', /^(POST|PATCH) .*\/releases/),
    'the policy of images': last('artifactregistry', /^PATCH /),
    'soft delete': last('storage', /^PATCH /),
    'point-in-time recovery': last('firestore', /^PATCH .*\/databases\/\(default\)$/),
    'the schedule of backups': last('firestore', /^POST .*\/backupSchedules$/),
  };
  return Object.entries(before)
    .filter(([, index]) => index > released)
    .map(([what]) => `order: ${what} came after the site`);
}

function tidyProblems(project: Project): string[] {
  const { cleanupPolicies } = project.repository ?? {};
  const { softDeletePolicy } = project.bucket ?? {};
  return [
    ...(Object.keys(cleanupPolicies ?? {}).length > 0 ? [] : ['no cleanup policy for images']),
    ...((softDeletePolicy as Json | undefined)?.['retentionDurationSeconds'] === '0'
      ? []
      : ['the bucket keeps what is overwritten']),
    ...(project.pointInTimeRecovery ? [] : ['no point-in-time recovery of Firestore']),
    ...(project.backupSchedules.length === 1
      ? []
      : [`${project.backupSchedules.length} schedules of backups instead of one`]),
  ];
}
