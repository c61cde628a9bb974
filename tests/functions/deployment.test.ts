import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

const run = promisify(execFile);
const repository = path.join(import.meta.dirname, '../..');
const source = path.join(repository, 'functions/lib');

/** The uploaded files, as the cloud's build sees them. */
let uploaded: string;
let files: string[];

const endpointSchema = z.looseObject({
  region: z.array(z.string()),
  availableMemoryMb: z.number(),
  timeoutSeconds: z.number(),
  maxInstances: z.number(),
  secretEnvironmentVariables: z.array(z.object({ key: z.string() })).default([]),
  omit: z.boolean().default(false),
  scheduleTrigger: z.object({ schedule: z.string() }).optional(),
});
const manifestSchema = z.object({ endpoints: z.record(z.string(), endpointSchema) });
const firebaseSchema = z.object({ functions: z.object({ ignore: z.array(z.string()) }) });

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});

function lockedIn(file: string) {
  return lockSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).packages;
}

/** firebase-tools' own file walk of an upload, an internal module. */
interface UploadWalk {
  readdirRecursive(of: { path: string; ignoreStrings: string[] }): Promise<{ name: string }[]>;
}

beforeAll(async () => {
  uploaded = mkdtempSync(path.join(tmpdir(), 'earshot-upload-'));
  const firebaseJson: unknown = JSON.parse(
    readFileSync(path.join(repository, 'firebase.json'), 'utf8'),
  );
  const { ignore } = firebaseSchema.parse(firebaseJson).functions;
  const { readdirRecursive } = createRequire(import.meta.url)(
    'firebase-tools/lib/fsAsync',
  ) as UploadWalk;
  const found = await readdirRecursive({ path: source, ignoreStrings: ignore });
  files = found.map(({ name }) => path.relative(source, name)).sort();
  for (const file of files) cpSync(path.join(source, file), path.join(uploaded, file));
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...install, '--prefer-offline', '--loglevel=error'], { cwd: uploaded });
}, 180_000);

afterAll(() => {
  rmSync(uploaded, { recursive: true, force: true });
});

test('uploads only the bundle, its map, what to install, two lists and the site’s program', () => {
  expect(files.filter((file) => !file.startsWith(`site${path.sep}`))).toEqual([
    'feeds.opml',
    'index.cjs',
    'index.cjs.map',
    'mcp-library.cjs',
    'mcp-library.cjs.map',
    'package-lock.json',
    'package.json',
    'public-pages.json',
    'remux-worker.cjs',
    'remux-worker.cjs.map',
  ]);
  const site = files.flatMap((file) => (file.startsWith('site') ? [path.basename(file)] : []));
  expect(site.filter((file) => !/-[\w-]{8}\.mjs$|\.woff$/.test(file))).toEqual([
    'pictures.mjs',
    'renderer.mjs',
    'template.html',
  ]);
  expect(site.filter((file) => file.endsWith('.woff'))).toHaveLength(4);
});

test('runs the site’s program by itself', async () => {
  const program = path.join(uploaded, 'site/renderer.mjs');
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { createRenderer } = await import(${JSON.stringify(program)});
     const template = '<head></head><div id="root"></div>';
     console.log(await createRenderer(template).render('/openai', null));`,
  ]);
  expect(stdout).toContain('OpenAI Podcast Mentions');
});

test('bundles the library for M4A only into its thread', async () => {
  const source = (name: string) => readFileSync(path.join(uploaded, name), 'utf8');
  expect(source('remux-worker.cjs')).toContain('IsobmffDemuxer');
  expect(source('index.cjs')).not.toContain('IsobmffDemuxer');
  const worker = new Worker(path.join(uploaded, 'remux-worker.cjs'), { workerData: {} });
  expect(await once(worker, 'message')).toEqual(['ready']);
  await worker.terminate();
});

test('installs the versions that the tests run with', () => {
  const installed = lockedIn(path.join(uploaded, 'node_modules/.package-lock.json'));
  const tested = Object.entries(lockedIn(path.join(repository, 'package-lock.json')));
  const names = Object.keys(installed);
  expect(names.length).toBeGreaterThan(100);
  for (const [place, { integrity }] of Object.entries(installed)) {
    const name = place.slice(place.lastIndexOf('node_modules/'));
    const same = tested.filter(
      ([other, locked]) => other.endsWith(name) && locked.integrity === integrity,
    );
    expect(same, place).not.toEqual([]);
  }
});

/** Lists the functions as firebase-tools does before a deployment. */
async function listFunctions(settings: Record<string, string> = {}) {
  const manifest = path.join(uploaded, 'manifest.json');
  await run(
    process.execPath,
    ['node_modules/firebase-functions/lib/bin/firebase-functions.js', '.'],
    {
      cwd: uploaded,
      env: {
        FUNCTIONS_MANIFEST_OUTPUT_PATH: manifest,
        GCLOUD_PROJECT: 'any-project',
        FIREBASE_CONFIG: '{"projectId":"any-project","storageBucket":"any-bucket"}',
        ...settings,
      },
    },
  );
  return manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).endpoints;
}

test('deploys the function that restricts sign-up for a list of domains only', async () => {
  for (const [rule, omit] of [
    ['closed', true],
    ['heard.test', false],
  ] as const) {
    expect((await listFunctions({ SIGN_UP: rule }))['admitAccount']).toMatchObject({ omit });
  }
});

test('loads without settings and lists every function', async () => {
  const endpoints = await listFunctions();
  const listed = Object.entries(endpoints).map(([name, endpoint]) => {
    const trigger = Object.keys(endpoint).find((key) => key.endsWith('Trigger')) ?? 'none';
    return [
      name,
      trigger.replace('Trigger', ''),
      endpoint.scheduleTrigger?.schedule ?? '',
      endpoint.region.join(),
      `${endpoint.availableMemoryMb} MiB`,
      `${endpoint.timeoutSeconds} s`,
      `up to ${endpoint.maxInstances}`,
      endpoint.secretEnvironmentVariables.map(({ key }) => key).join(' '),
      endpoint.omit ? 'not deployed' : '',
    ];
  });
  expect(listed.map((row) => row.filter(Boolean).join(' · ')).sort()).toEqual([
    'admitAccount · blocking · us-central1 · 256 MiB · 7 s · up to 10 · not deployed',
    'api · https · us-central1 · 1024 MiB · 30 s · up to 10',
    'deliverDigest · taskQueue · us-central1 · 512 MiB · 120 s · up to 25 · UNSUBSCRIBE_KEY SENDGRID_API_KEY',
    'deliverToChannel · taskQueue · us-central1 · 512 MiB · 120 s · up to 5',
    'feeds · https · us-central1 · 1024 MiB · 30 s · up to 10',
    'health · https · us-central1 · 1024 MiB · 30 s · up to 5',
    'hearEpisodes · taskQueue · us-central1 · 1024 MiB · 540 s · up to 3',
    'mailEvents · https · us-central1 · 256 MiB · 60 s · up to 5',
    'member · callable · us-central1 · 2048 MiB · 300 s · up to 10',
    'pages · https · us-central1 · 1024 MiB · 30 s · up to 20',
    'planAlerts · taskQueue · us-central1 · 2048 MiB · 900 s · up to 1',
    'refreshCatalogue · schedule · 5-59/15 * * * * · us-central1 · 1024 MiB · 540 s · up to 1',
    'refreshFeeds · taskQueue · us-central1 · 1024 MiB · 300 s · up to 5',
    'resumeDigests · schedule · */5 * * * * · us-central1 · 512 MiB · 240 s · up to 1',
    'search · https · us-central1 · 1024 MiB · 30 s · up to 20',
    'sendAlerts · schedule · */15 * * * * · us-central1 · 512 MiB · 540 s · up to 1',
    'sweepAccount · taskQueue · us-central1 · 512 MiB · 300 s · up to 2',
    'unsubscribe · https · us-central1 · 256 MiB · 30 s · up to 5 · UNSUBSCRIBE_KEY',
  ]);
});
