import { hash } from 'node:crypto';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod';
import * as mini from 'zod/mini';
import {
  DAY_MS,
  type EpisodeAnswer,
  type EpisodeRequest,
  episodeSchema,
  MOMENTS_KEPT_DAYS,
  sentenceSchema,
} from '../contract/index.ts';
import type { CountShared } from '../platform/clients/firestore-rate-limit.ts';
import { errorName, log } from '../platform/log.ts';

/** Max moments of all clients that are stored in a UTC day, 2 kB each: 1.5 GB in a year. */
const MAX_A_DAY = 2000;
const MAX_A_DAY_OF_CLIENT = 30;

type Moment = Omit<EpisodeRequest['episode'], 'share'>;

export interface SharedMoments {
  /** Never rejects: a moment that is not stored has its page as long as the catalogue has the episode. */
  keep(moment: Moment, answer: EpisodeAnswer, client: string): Promise<void>;
  /** Null if nobody has shared the moment, or if it has expired. */
  read(moment: Moment): Promise<EpisodeAnswer | null>;
}

interface MomentParts {
  firestore: () => Promise<Firestore>;
  count: CountShared;
  now?: () => number;
}

/** Names, links and times, without notes and chapters. */
const keptSchema = mini.pick(episodeSchema, {
  id: true,
  showId: true,
  title: true,
  link: true,
  podcast: true,
  publisher: true,
  image: true,
  description: true,
  pub_date_ms: true,
  audio: true,
  duration_s: true,
});

const storedSchema = z.object({
  episode: keptSchema,
  said: z.array(sentenceSchema),
  isMachine: z.literal(true).optional(),
  expireAt: z.instanceof(Timestamp),
});

const countSchema = z.object({ day: z.string(), count: z.number() }).nullable().catch(null);

/** Keeps what a shared link shows, after the catalogue has forgotten the episode: `moments/{hash}`. */
export function sharedMoments({ firestore, count, now = Date.now }: MomentParts): SharedMoments {
  return {
    async keep(moment, { episodes: [episode], about }, client) {
      if (episode === undefined || about === null) return;
      try {
        const day = { limit: MAX_A_DAY_OF_CLIENT, windowMs: DAY_MS };
        const [decision] = await count(`share ${client}`, [1], now(), day);
        if (decision?.allowed !== true) return;
        const { said, isMachine } = about;
        const kept = keptSchema.parse({ ...episode, description: '' });
        const fields = { episode: kept, said, ...(isMachine && { isMachine }) };
        const outcome = await store(await firestore(), idOf(moment), fields, now());
        log('info', 'moment-shared', { outcome });
      } catch (error) {
        log('warn', 'moment-not-shared', { reason: errorName(error) });
      }
    },
    async read(moment) {
      try {
        const document = await (await firestore()).doc(`moments/${idOf(moment)}`).get();
        const stored = storedSchema.safeParse(document.data()).data;
        if (stored === undefined || stored.expireAt.toMillis() <= now()) return null;
        const { episode, said, isMachine } = stored;
        const about = {
          notes: '',
          said,
          mentions: [],
          isKept: true as const,
          ...(isMachine && { isMachine }),
        };
        return { episodes: [episode], total: 1, about };
      } catch (error) {
        log('warn', 'moment-not-read', { reason: errorName(error) });
        return null;
      }
    },
  };
}

function idOf({ show, id, atS }: Moment): string {
  return hash('sha256', JSON.stringify([show, id, atS ?? null])).slice(0, 32);
}

async function store(
  firestore: Firestore,
  id: string,
  fields: object,
  nowMs: number,
): Promise<'stored' | 'known' | 'full'> {
  const document = firestore.doc(`moments/${id}`);
  const counter = firestore.doc('system/moments');
  return firestore.runTransaction(async (transaction) => {
    const [known, counted] = await transaction.getAll(document, counter);
    if (known?.exists) return 'known';
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const before = countSchema.parse(counted?.data() ?? null);
    const stored = before?.day === day ? before.count : 0;
    if (stored >= MAX_A_DAY) return 'full';
    const expireAt = Timestamp.fromMillis(nowMs + MOMENTS_KEPT_DAYS * DAY_MS);
    transaction.create(document, { ...fields, expireAt });
    transaction.set(counter, { day, count: stored + 1 });
    return 'stored';
  });
}
