import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import path from 'node:path';
import type { AlertItem } from '../../functions/src/contract/index.ts';
import { optionsOf } from '../processes/command-line.ts';
import { findEmulators } from '../emulators/find-emulators.ts';
import { ExpectedFailure, orExit } from '../processes/expected-failure.ts';
import {
  emulatorsTool,
  functionsFrameworkTool,
  workspaceBuild,
} from '../processes/node-program.ts';
import { REPOSITORY } from '../processes/repository.ts';
import { runCommand } from '../processes/run-command.ts';
import { openRunLog } from '../processes/run-log.ts';
import { step } from '../processes/steps.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { untilAnswers } from '../processes/until-answers.ts';
import { testInstance } from '../instance/instance.ts';
import { LOOPBACK, readPortOffset } from '../instance/ports.ts';
import { COMMANDS } from './command-lines.ts';
import { generateLoad, type LoadOutcome } from './load/generate-load.ts';

/**
 * Measures one instance of the function `privateFeeds`, in the deployed server and bundle, with feeds in the Firestore
 * emulator: unchanged reads (304) of feeds that the instance knows, the same when each asks Firestore, and whole
 * reads. Emulator and load generator run on the same machine.
 */

const FEEDS = 300;
const ITEMS = 20;
const CONNECTIONS = 16;
const DURATION_MS = 8_000;
const ROUNDS = 3;
const WANTED_A_SECOND = 500;

optionsOf(COMMANDS['bench-feeds']);
const run = orExit(() => testInstance(readPortOffset(process.env['EARSHOT_PORT_OFFSET'])));
const supervisor = createSupervisor(openRunLog(run.logFile, false));
const address = `http://${LOOPBACK}:${run.ports.web}`;
const firestore = `${LOOPBACK}:${run.ports.firestore}`;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

async function startFirestore(): Promise<void> {
  const accounts = await findEmulators(process.env, run.emulatorsFolder);
  if (accounts.kind === 'off') throw new ExpectedFailure(accounts.reason);
  const config = path.join(run.emulatorsFolder, 'feeds.json');
  const emulators = {
    singleProjectMode: true,
    firestore: {
      ...{ host: LOOPBACK, port: run.ports.firestore, websocketPort: run.ports.firestoreSocket },
    },
    hub: { host: LOOPBACK, port: run.ports.hub },
    logging: { host: LOOPBACK, port: run.ports.logging },
    ui: { enabled: false },
  };
  const rules = path.join(REPOSITORY, 'firestore.rules');
  mkdirSync(run.emulatorsFolder, { recursive: true });
  writeFileSync(config, JSON.stringify({ firestore: { rules }, emulators }));
  supervisor.start({
    name: 'firestore',
    ...emulatorsTool('--config', config, '--project', run.projectId, '--only', 'firestore'),
    cwd: run.emulatorsFolder,
    environment: {
      ...{ ...process.env, CI: '1', METADATA_SERVER_DETECTION: 'none' },
      ...accounts.environment,
    },
  });
  await untilAnswers(`http://${firestore}/`, ({ status }) => status === 200);
}

function startInstance(): void {
  supervisor.start({
    name: 'privateFeeds',
    ...functionsFrameworkTool('--source', 'functions', '--port', String(run.ports.web)),
    cwd: REPOSITORY,
    environment: {
      ...process.env,
      NODE_ENV: 'production',
      FUNCTION_TARGET: 'privateFeeds',
      FIRESTORE_EMULATOR_HOST: firestore,
      GCLOUD_PROJECT: run.projectId,
      CATALOGUE_URL: 'file:/nowhere/catalogue.db',
      MAIL_FROM: 'Earshot <alerts@earshot.example>',
      SITE_URL: 'https://earshot.example',
    },
  });
}

function item(index: number): AlertItem {
  const text = 'They talk about open models, and what it costs to run them. '.repeat(5);
  return {
    ...{ id: `item-${index}`, url: `https://podcast.example/${index}`, title: `Episode ${index}` },
    ...{ content_text: text, content_html: `<p>${text}</p>`, tags: ['open models'] },
    date_published: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
    authors: [{ name: 'Small Bets' }],
    attachments: [{ url: `https://podcast.example/${index}.mp3`, mime_type: 'audio/mpeg' }],
    _earshot: {
      alerts: [{ id: '000', query: 'open models' }],
      reasons: [{ place: 'notes', text }],
      said: [{ at_seconds: index, text }],
    },
  };
}

/** Paths of new feeds with items. */
async function storeFeeds(): Promise<string[]> {
  process.env['FIRESTORE_EMULATOR_HOST'] = firestore;
  process.env['GCLOUD_PROJECT'] = run.projectId;
  const { createChannel } = await import('../../functions/src/channels/firestore-channels.ts');
  const { storeFeedItems } = await import('../../functions/src/channels/firestore-feeds.ts');
  const { newToken, tokenHash } = await import('../../functions/src/channels/channel-secrets.ts');
  const items = Array.from({ length: ITEMS }, (_, index) => item(index));
  const paths: string[] = [];
  for (let at = 0; at < FEEDS; at += 1) {
    const [uid, token] = [`person-${at}`, newToken()];
    const hash = tokenHash(token) ?? '';
    const feed = { kind: 'feed', name: 'Work', host: '', alerts: 'all', tokenHash: hash } as const;
    const id = await createChannel(uid, feed, Date.now());
    if (id === null) throw new Error('A new person has no room for a feed');
    await storeFeedItems({ id, uid }, items, Date.now());
    paths.push(`/feeds/${token}.xml`);
  }
  return paths;
}

interface Answer {
  status: number;
  tag: string;
  bytes: number;
}

function get(feed: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(address + feed, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode: status = 0, headers: got } = answer;
        resolve({ status, tag: got.etag ?? '', bytes });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

async function report(name: string, request: (index: number) => Promise<boolean>): Promise<number> {
  const rounds: LoadOutcome[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push(await generateLoad({ connections: CONNECTIONS, durationMs: DURATION_MS, request }));
  }
  rounds.sort((left, right) => left.requestsPerSecond - right.requestsPerSecond);
  const median = rounds[Math.floor(ROUNDS / 2)];
  if (median === undefined) throw new Error('There was no round');
  const errors = rounds.reduce((sum, round) => sum + round.errors, 0);
  const { requestsPerSecond, p50Ms, p99Ms } = median;
  console.log(
    `${name.padEnd(34)} ${requestsPerSecond.toFixed(0).padStart(5)}/s  p50 ${p50Ms.toFixed(1)} ms  ` +
      `p99 ${p99Ms.toFixed(1)} ms  errors ${errors} (median of ${ROUNDS})`,
  );
  if (errors > 0) process.exitCode = 1;
  return requestsPerSecond;
}

await runCommand(supervisor, 130, async () => {
  await step('functions', () =>
    supervisor.run({
      name: 'functions',
      ...workspaceBuild('functions', process.env),
      cwd: REPOSITORY,
      environment: process.env,
    }),
  );
  await step('firestore', startFirestore);
  const feeds = await storeFeeds();
  startInstance();
  await untilAnswers(`${address}/feeds/none.xml`, ({ status }) => status === 404);
  const gzip = { 'accept-encoding': 'gzip' };
  const known: [string, string][] = [];
  // An instance's clients are many: each asks for a few feeds.
  for (const [at, feed] of feeds.entries()) {
    const client = { 'x-forwarded-for': `192.0.2.${at % 250}` };
    const { status, tag, bytes } = await get(feed, { ...gzip, ...client });
    if (status !== 200) throw new Error(`A feed answers ${status}`);
    if (at === 0) console.log(`${FEEDS} feeds of ${ITEMS} items, ${bytes} bytes compressed`);
    known.push([feed, tag]);
  }
  const unchanged = async (index: number) => {
    const [feed = '', tag = ''] = known[index % known.length] ?? [];
    return (await get(feed, { ...gzip, 'if-none-match': tag })).status === 304;
  };
  const rate = await report('unchanged (304)', unchanged);
  await report('whole, compressed', async (index) => {
    const [feed = ''] = known[index % known.length] ?? [];
    return (await get(feed, gzip)).status === 200;
  });
  await report('unknown tokens', async (index) => {
    const token = String(index).padStart(43, 'x');
    const client = { 'x-forwarded-for': `198.51.${index % 250}.${(index >> 8) % 250}` };
    const { status } = await get(`/feeds/${token}.xml`, client);
    return status === 404 || status === 429;
  });
  const isEnough = rate >= WANTED_A_SECOND;
  console.log(`${isEnough ? 'PASS' : 'MISS'}  ${WANTED_A_SECOND} unchanged reads a second`);
  return isEnough && process.exitCode !== 1 ? 0 : 1;
});
