import { createServer } from 'node:http';
import { once } from 'node:events';
import { sendToChannel } from '../../functions/src/channels/send-to-channel.ts';
import { deliverMessage } from '../../functions/src/alerts/delivery/deliver-message.ts';
import { type HostShares, hostShares } from '../../functions/src/alerts/delivery/host-shares.ts';
import { memoryOutbox, memoryStore } from '../../functions/src/alerts/fixtures/memory-outbox.ts';
import { messageId } from '../../functions/src/alerts/outbox/digest.ts';
import { queuedProgress } from '../../functions/src/alerts/outbox/digest-progress.ts';

/**
 * A storm: messages that are due at once, a tenth to receivers that refuse connections, a tenth to slow ones. The
 * delivery's own code sends them by HTTP to servers of this process. Modelled: Cloud Tasks, which gives tasks to
 * instances at the queue's rate, and Firestore, which takes a while for each call.
 */

const MESSAGES = 10_000;
/** As `deliverToChannel` has them. */
const QUEUE = { aSecond: 300, instances: 5, atOnce: 80 };
const FIRESTORE_MS = 12;
const ANSWER_MS = 200;
const SLOW_MS = 10_000;
/** A chat service takes so many of the healthy messages; the others have hosts of their own. */
const OF_ONE_SERVICE = 0.25;
const PORT = 18_431;
const DEAD_PORT = 18_432;

type Kind = 'healthy' | 'service' | 'slow' | 'dead';

// A line for each message would take longer than the message.
console.info = () => undefined;

const receivedMs = new Map<string, number>();
const server = createServer((request, response) => {
  const id = String(request.headers['webhook-id']);
  request.resume();
  request.on('end', () => {
    if (!receivedMs.has(id)) receivedMs.set(id, performance.now());
    const waitMs = request.url === '/slow' ? SLOW_MS : ANSWER_MS;
    setTimeout(() => response.writeHead(204).end(), waitMs);
  });
});
server.maxConnections = 100_000;
server.listen(PORT, '0.0.0.0', 10_000);
await once(server, 'listening');

const outbox = memoryOutbox();
const kinds = new Map<string, Kind>();
const urls = new Map<string, string>();
const startedAtMs = Date.now();
const slotMs = startedAtMs;
for (let number = 0; number < MESSAGES; number += 1) addMessage(number);

function kindOf(number: number): Kind {
  if (number % 10 === 3) return 'dead';
  if (number % 10 === 7) return 'slow';
  return (number % 100) / 100 < OF_ONE_SERVICE ? 'service' : 'healthy';
}

function addMessage(number: number): void {
  const uid = `person-${number >> 2}`;
  const channelId = `channel-${number}`;
  const kind = kindOf(number);
  // Three messages to each slow or dead host; every other host is somebody’s own.
  const host = kind === 'slow' || kind === 'dead' ? 60_000 + (number >> 5) : number;
  const name = kind === 'service' ? '127.255.0.1' : `127.1.${host >> 8}.${host & 255}`;
  const port = kind === 'dead' ? DEAD_PORT : PORT;
  urls.set(channelId, `http://${name}:${port}/${kind === 'slow' ? 'slow' : 'hook'}`);
  outbox.channels.set(channelId, {
    ...{ id: channelId, uid, kind: 'webhook', name: '', host: '', alerts: 'all', state: 'on' },
    ...{ createdAtMs: 0, sinceMs: 0, chosenAtMs: 0 },
  });
  const alertId = '000-0';
  if (number % 4 === 0) outbox.alerts.push({ uid, alertId, keyword: 'ledgers', sinceMs: 0 });
  const id = messageId(uid, channelId, slotMs, 0);
  kinds.set(id, kind);
  const episode = { title: 'On ledgers', link: 'https://show.example/1', podcast: 'The Show' };
  const none = new Uint8Array();
  outbox.digests.set(id, {
    ...queuedProgress(startedAtMs),
    ...{ uid, slotMs, cadence: 'hourly', channel: { id: channelId, kind: 'webhook' } },
    sections: [
      {
        ...{ alertId, keyword: 'ledgers', moreCount: 0, episodeIds: Buffer.alloc(8), keys: none },
        episodes: [{ ...episode, image: '', pubDateMs: startedAtMs, excerpt: 'On ledgers.' }],
      },
    ],
  });
}

const firestore = () => new Promise<void>((resolve) => setTimeout(resolve, FIRESTORE_MS));
// Alerts of one person only: the memory's look at all of them would be the measure.
const alertsOf = new Map(outbox.alerts.map((alert) => [alert.uid, alert]));
const store = {
  ...memoryStore(outbox, firestore, Date.now),
  stillActive: async (uid: string) => {
    await firestore();
    const alert = alertsOf.get(uid);
    return new Map(alert === undefined ? [] : [[alert.alertId, alert]]);
  },
};

interface Task {
  id: string;
  atMs: number;
}
const waiting: Task[] = [...kinds.keys()].map((id) => ({ id, atMs: 0 }));
const instances = Array.from({ length: QUEUE.instances }, () => ({
  shares: hostShares(),
  busy: 0,
}));
const results = { postponed: 0, tries: 0, later: 0 };

async function run(task: Task, instance: { shares: HostShares; busy: number }): Promise<void> {
  instance.busy += 1;
  results.tries += 1;
  const deliverAt = (id: string, atMs: number) => {
    waiting.push({ id, atMs });
    return Promise.resolve();
  };
  const result = await deliverMessage(
    {
      ...{ store, deliverAt, shares: instance.shares, now: Date.now },
      findTarget: async (uid, channelId) => {
        await firestore();
        const channel = outbox.channels.get(channelId);
        if (channel === undefined) return null;
        const target = {
          id: channelId,
          uid,
          kind: 'webhook',
          name: '',
          secrets: [SECRET],
        } as const;
        return { channel, target: { ...target, url: urls.get(channelId) ?? '' } };
      },
      hasAccount: () => firestore().then(() => true),
      send: (target, message) =>
        sendToChannel(target, message, { siteName: 'Earshot', allowLoopback: true }),
      searchFor: () => 'https://site.example/',
    },
    task.id,
  );
  if (result === 'later') {
    results.later += 1;
    waiting.push({ id: task.id, atMs: Date.now() + 10_000 });
  }
  if (outbox.digests.get(task.id)?.code === 'receiver-busy') results.postponed += 1;
  instance.busy -= 1;
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const began = performance.now();
const healthy = [...kinds].filter(([, kind]) => kind === 'healthy' || kind === 'service');
let given = 0;
while (healthy.some(([id]) => !receivedMs.has(id)) && performance.now() - began < 300_000) {
  const allowed = ((performance.now() - began) / 1000) * QUEUE.aSecond;
  for (let place = 0; place < waiting.length && given < allowed;) {
    const task = waiting[place];
    const instance = instances.find(({ busy }) => busy < QUEUE.atOnce);
    if (task === undefined || instance === undefined) break;
    if (task.atMs > Date.now()) {
      place += 1;
      continue;
    }
    waiting.splice(place, 1);
    given += 1;
    void run(task, instance);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
}

console.log(
  `${MESSAGES} messages due at once, ${results.tries} tries, ${results.postponed} postponed`,
);
for (const kind of ['healthy', 'service', 'slow', 'dead'] as const) {
  const ids = [...kinds].filter(([, each]) => each === kind).map(([id]) => id);
  const delays = ids
    .flatMap((id) => receivedMs.get(id) ?? [])
    .map((atMs) => (atMs - began) / 1000)
    .sort((a, b) => a - b);
  const at = (share: number) => delays[Math.ceil(share * delays.length) - 1]?.toFixed(1) ?? '-';
  const got = `${delays.length} of ${ids.length}`.padStart(12);
  console.log(
    `${kind.padEnd(8)} ${got} received; seconds: ${at(0.5)} half, ${at(0.99)} 99 %, ${at(1)} all`,
  );
}
process.exit(healthy.every(([id]) => (receivedMs.get(id) ?? Infinity) - began < 60_000) ? 0 : 1);
