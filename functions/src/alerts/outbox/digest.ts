import * as z from 'zod';
import { type ChannelKind, DAY_MS, type Delivery, DIGEST_KEPT_DAYS } from '../../contract/index.ts';
import {
  bytes,
  digestAlertSchema,
  type DigestContent,
} from '../../delivery/mail/digest/digest-content.ts';
import type { DigestProgress } from './digest-progress.ts';
import { pairsIn } from './sent-log.ts';
import type { MatchFacts } from './waiting.ts';

export const digestSectionSchema = z.object({
  ...digestAlertSchema.shape,
  /** Hashes of the episodes' keys, eight bytes each. They leave the sent log if the section is not mailed. */
  keys: bytes,
  /** Number of `keys` per episode in `episodes`. The remaining keys are of episodes that are only counted. */
  keyCounts: z.array(z.int().nonnegative()).optional(),
  /** Ids of its matches, which wait again if the section is not mailed. Absent before version 1.2. */
  matches: z.array(z.string()).optional(),
  /** Numbers of matches that are only counted, by the id of their document. */
  counts: z.record(z.string(), z.int().positive()).optional(),
});

export type DigestSection = z.infer<typeof digestSectionSchema>;

/** One mail, or one message to a channel. Stored as `digests/{id}`. */
export interface Digest extends DigestProgress {
  uid: string;
  slotMs: number;
  cadence: DigestContent['cadence'];
  sections: DigestSection[];
  /** Before version 1.2: facts of the episodes, by hash of the item. */
  facts?: Readonly<Record<string, MatchFacts>>;
  channel?: MessageChannel;
  answer?: DeliveryAnswer;
  /** True after the receiver refused the content, so that the plain form is sent. */
  isPlain?: boolean;
}

export type DeliveryAnswer = NonNullable<Delivery['answer']>;

export interface MessageChannel {
  id: string;
  kind: ChannelKind;
}

export interface SentMail {
  subject: string;
  sections: DigestSection[];
  isPlain?: boolean | undefined;
}

/** Delivery reports that arrive later cannot be matched to their digest. */
export const DIGEST_KEPT_MS = DIGEST_KEPT_DAYS * DAY_MS;

/** Deterministic, so that a person has one digest per slot. */
export function digestId(uid: string, slotMs: number): string {
  return `${uid}_${new Date(slotMs).toISOString().replace(/[-:.]/g, '')}`;
}

/** Receivers see this id. `number` counts the channel's messages of a run. */
export function messageId(uid: string, channelId: string, slotMs: number, number: number): string {
  return `${digestId(`${uid}_${channelId}`, slotMs)}_${number}`;
}

interface KeyedEpisode {
  id: string;
  own: string;
  episode: DigestSection['episodes'][number];
  keys: string[];
}

/** The episodes that a section shows, with their ids and hashes of keys. */
export function shownIn({
  episodes,
  episodeIds,
  keys: allKeys,
  keyCounts = [],
}: DigestSection): KeyedEpisode[] {
  const ids = pairsIn(episodeIds);
  const all = pairsIn(allKeys);
  let from = 0;
  return episodes.map((episode, index) => {
    const until = from + (keyCounts[index] ?? 0);
    const keys = all.slice(from, until);
    from = until;
    const id = ids[index] ?? '';
    return { id, own: keys[0] ?? id, episode, keys };
  });
}
