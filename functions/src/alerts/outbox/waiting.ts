import * as z from 'zod';
import { DAY_MS, isMap, withoutHighlights } from '../../contract/index.ts';
import { digestEpisodeSchema } from '../../delivery/mail/digest/digest-content.ts';
import { storedMs } from '../match/timestamps.ts';
import { WINDOW_DAYS } from '../match/match-window.ts';

/** Max matches that a plan reads, 1 to 2 kB each: those of five full days. Older ones wait for the next digest. */
export const MAX_WAITING_READ = 10_000;

/** What planning needs of a match's episode. Texts are read from the catalogue, as long as it has them. */
export const factsSchema = z.object({
  /** Id in the catalogue; 0 if unknown. */
  id: z.number(),
  /** '' if unknown. */
  item: z.string(),
  title: z.string(),
  podcast: z.string(),
  link: z.string(),
  pubDateMs: z.number(),
  ingestedAtMs: z.number(),
  /** Time of the run that found the match. Absent before version 1.1. */
  foundAtMs: z.number().optional(),
  copies: z
    .object({
      keys: z.array(z.number()).readonly(),
      ofAudio: z.array(z.number()).readonly().optional(),
      audio: z.number().optional(),
      group: z.number().nullable(),
      feedId: z.number(),
    })
    .optional(),
  forFollowers: z.literal(true).optional(),
  /** Set if the receiver refused even the plain form, whose next try omits this episode's title. */
  isRefused: z.literal(true).optional(),
  /**
   * Hashes of the episode's keys, the item's first. Set, like `episodeId`, for an episode that was restored from a
   * digest of version 1.1 without its facts.
   */
  hashes: z.array(z.string()).optional(),
  episodeId: z.string().optional(),
});

export type MatchFacts = z.infer<typeof factsSchema>;

/** An episode that waits for a digest or a message. */
export type WaitingEpisode = MatchFacts & {
  /** Id of its match. */
  match: string;
  alsoIn?: readonly string[] | undefined;
  /** The texts around the match. They decide whether it is still wanted if the catalogue has no others. */
  quoted?: string | undefined;
  /** Set if the episode has no id in the catalogue: as a digest showed it. */
  shown?: z.infer<typeof digestEpisodeSchema> | undefined;
};

export interface WaitingMatch {
  alertId: string;
  /** Hash of the query that matched (`wordsHash`). */
  words: string;
  episode: WaitingEpisode;
}

/** Matches of one alert and day that are only counted. */
export interface WaitingCount {
  id: string;
  alertId: string;
  words: string;
  count: number;
  foundAtMs: number;
}

export interface Waiting {
  matches: readonly WaitingMatch[];
  counts: readonly WaitingCount[];
  /** False if there are more than {@link MAX_WAITING_READ}. */
  isAll: boolean;
}

const waitingSchema = z.object({
  alert: z.string(),
  words: z.string(),
  facts: factsSchema,
  alsoIn: z.array(z.string()).optional(),
});

const quotedSchema = z.object({
  excerpt: z.string(),
  reasons: z.array(z.object({ text: z.string() })).catch([]),
});

const countedSchema = z.object({
  alert: z.string(),
  words: z.string(),
  waits: z.record(z.string(), z.int().positive()),
  foundAt: storedMs.catch(0),
});

/** The fields that {@link readWaiting} needs. */
export const WAITING_FIELDS = [
  'alert',
  'words',
  'facts',
  'alsoIn',
  'episode.excerpt',
  'episode.reasons',
  'waits',
  'foundAt',
  'shownAs',
];

/** A match whose facts are damaged is only counted. Null if even its alert or its number is unknown. */
export function readWaiting(
  id: string,
  fields: Record<string, unknown>,
  destination: string,
): WaitingMatch | WaitingCount | null {
  const match = waitingSchema.safeParse(fields);
  if (match.success) {
    const { alert, words, facts, alsoIn } = match.data;
    const shown = digestEpisodeSchema.safeParse(fields['shownAs']).data;
    const quoted = quotedIn(fields['episode']);
    const episode = {
      ...facts,
      match: id,
      ...(alsoIn && { alsoIn }),
      ...(quoted !== '' && { quoted }),
      ...(shown && { shown }),
    };
    return { alertId: alert, words, episode };
  }
  const counted = countedSchema.safeParse({ waits: { [destination]: 1 }, words: '', ...fields });
  if (!counted.success) return null;
  const { alert, words, waits, foundAt } = counted.data;
  const count = waits[destination];
  return count === undefined ? null : { id, alertId: alert, words, count, foundAtMs: foundAt };
}

function quotedIn(episode: unknown): string {
  const { data } = quotedSchema.safeParse(episode);
  const texts = data === undefined ? [] : [data.excerpt, ...data.reasons.map(({ text }) => text)];
  return withoutHighlights(texts.join('\n'));
}

export function waitsIn(fields: unknown): Record<string, number> {
  const waits = isMap(fields) ? fields : {};
  return Object.fromEntries(
    Object.entries(waits).filter((entry): entry is [string, number] => {
      const [, count] = entry;
      return typeof count === 'number' && count > 0;
    }),
  );
}

export function isTooOld(atMs: number, nowMs: number): boolean {
  return atMs < nowMs - WINDOW_DAYS * DAY_MS;
}

/** Ids of the matches and counts that `isTaken` chooses. */
export function takenOf(
  { matches, counts }: Pick<Waiting, 'matches' | 'counts'>,
  isTaken: (each: WaitingMatch | WaitingCount) => boolean,
): string[] {
  return [
    ...matches.filter(isTaken).map(({ episode }) => episode.match),
    ...counts.filter(isTaken).map(({ id }) => id),
  ];
}
