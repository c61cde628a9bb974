import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { composeDigest } from '../../../functions/src/alerts/delivery/compose-digest.ts';
import { deliverDigest } from '../../../functions/src/alerts/delivery/deliver-digest.ts';
import { servicePause } from '../../../functions/src/alerts/delivery/service-pause.ts';
import type { Digest } from '../../../functions/src/alerts/outbox/digest.ts';
import { countedOutbox, DELAYS } from './counted-stores.ts';
import { NOW } from './population.ts';
import { digestsFile } from './prepare.ts';
import type { StepInput, Told } from './steps.ts';

/** As in `deliver-task.ts`. */
const DELIVERED_AT_ONCE = 16;

const MAIL_SETTINGS = {
  from: { name: 'Earshot', address: 'alerts@earshot.example' },
  siteUrl: 'https://earshot.example',
  unsubscribeKeys: ['a key for benchmarks only; it is long enough'],
} as const;

/** Some digests of every shard are made into mails and handed to a mail service that takes them all. */
export async function deliver(input: StepInput): Promise<Told> {
  const { folder, shards, counted } = input;
  const store = countedOutbox(counted, 1, {
    ...{ cadence: 'daily', hour: 8, weekday: 1, timeZone: 'America/New_York' },
    ...{ updatedAtMs: null, unmailedAtMs: null, retryAtMs: null, resumedAtMs: null },
  });
  for (let shard = 0; shard < shards; shard += 1) {
    const kept = JSON.parse(readFileSync(digestsFile(folder, shard), 'utf8')) as [string, Digest][];
    for (const [id, digest] of kept) {
      const sections = digest.sections.map((each) => ({ ...each, keys: Buffer.from(each.keys) }));
      store.digests.set(id, { ...digest, sections, notBeforeMs: null });
    }
  }
  const ids = [...store.digests.keys()];
  let mailed = 0;
  let sections = 0;
  const deliverOne = (id: string) =>
    deliverDigest(
      {
        store,
        mailer: {
          send: async () => {
            await pause(DELAYS.mailMs);
            mailed += 1;
            return { kind: 'accepted', messageId: id };
          },
          isThere: () => Promise.resolve(true),
        },
        pause: servicePause(),
        deliverAt: () => Promise.reject(new Error('Nothing is to be delivered later')),
        findRecipient: async () => {
          await pause(DELAYS.getMs);
          return { email: 'ada@example.com', emailVerified: true };
        },
        isSuppressed: async () => {
          counted.reads += 1;
          await pause(DELAYS.getMs);
          return false;
        },
        compose: (digest, timeZone) => {
          sections += digest.sections.length;
          return composeDigest(digest, timeZone, MAIL_SETTINGS);
        },
        now: () => NOW,
      },
      id,
    );
  const left = ids.values();
  const deliverOthers = async () => {
    for (const id of left) await deliverOne(id);
  };
  await Promise.all(Array.from({ length: DELIVERED_AT_ONCE }, deliverOthers));
  if (mailed !== ids.length) throw new Error(`${mailed} of ${ids.length} digests were mailed`);
  return { mailed, sections };
}
