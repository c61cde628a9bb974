import * as z from 'zod';
import { alertFields, type AlertFields, DAY_MS, MATCHES_KEPT_DAYS } from '../../contract/index.ts';
import {
  bytes,
  type DigestEpisode,
  digestEpisodeSchema,
} from '../../delivery/mail/digest/digest-content.ts';
import { itemId, matchId } from '../../platform/item-id.ts';
import { timestamp } from '../match/timestamps.ts';
import { type Digest, type DigestSection, shownIn } from './digest.ts';
import { matchKeys } from './episode-keys.ts';
import { pairsIn, wordsHash } from './sent-log.ts';
import { factsSchema, type MatchFacts, type WaitingCount, type WaitingMatch } from './waiting.ts';

/**
 * Version 1.1 stored what waits for a person as one document, `ledger/pending` for mail and `ledger/pending-{channelId}`
 * for a channel. The first plan after an update turns it into matches. The same document still has `last`.
 */
const schema = z.object({
  episodes: z.record(z.string(), z.unknown()).catch({}),
  alerts: z.record(z.string(), z.unknown()).catch({}),
});

const alertSchema = z.object({
  words: z.string().catch(''),
  /** True if some of `keys` may have matched an earlier query. */
  isMixed: z.literal(true).optional().catch(true),
  keys: bytes.catch(new Uint8Array()),
  more: bytes.optional().catch(undefined),
  beyond: z.number().optional().catch(undefined),
  shown: z.record(z.string(), digestEpisodeSchema).optional().catch(undefined),
});

interface FormerMatch extends WaitingMatch {
  /** The fields of the document to create, without `waiting`. `query` is missing if only the alert has it. */
  fields: Record<string, unknown>;
}

export interface FormerPending {
  matches: FormerMatch[];
  counts: (WaitingCount & { fields: Record<string, unknown> })[];
}

/** Matches whose facts are missing are counted. */
export function readFormerPending(
  stored: Record<string, unknown> | undefined,
  destination: string,
  nowMs: number,
): FormerPending {
  const all: FormerPending = { matches: [], counts: [] };
  const { episodes, alerts } = schema.safeParse(stored ?? {}).data ?? { episodes: {}, alerts: {} };
  for (const [alertId, stored] of Object.entries(alerts)) {
    const alert = alertSchema.safeParse(stored).data;
    if (alert === undefined) continue;
    const { words, isMixed, keys, more, beyond = 0, shown = {} } = alert;
    let count = pairsIn(more).length + Math.max(0, Math.floor(beyond));
    for (const hash of pairsIn(keys)) {
      const facts = factsSchema.safeParse(episodes[hash]).data;
      if (facts === undefined) count += 1;
      else
        // Without the hash of a query, the plan looks whether the alert still matches.
        all.matches.push(
          formerMatch(
            { alertId, words: isMixed ? '' : words, nowMs },
            { hash, facts, shown: shown[hash] },
          ),
        );
    }
    if (count > 0) all.counts.push(formerCount({ alertId, words, nowMs }, { count, destination }));
  }
  return all;
}

/** The matches of a digest of version 1.1 that was not mailed. */
export function formerMatchesOf(
  section: DigestSection,
  {
    facts = {},
    createdAtMs,
    destination,
  }: Pick<Digest, 'facts' | 'createdAtMs'> & { destination: string },
  { isPlain, nowMs }: { isPlain: boolean; nowMs: number },
): FormerPending {
  const { alertId, moreCount } = section;
  const about = { alertId, words: wordsHash(section), nowMs, section };
  const shown = shownIn(section);
  const matches = shown.map(({ id, own, keys, episode }) => {
    const { title, podcast, link, pubDateMs, foundAtMs } = episode;
    const known: MatchFacts = facts[own] ?? {
      id: 0,
      item: '',
      title,
      podcast,
      link,
      pubDateMs,
      ingestedAtMs: createdAtMs,
      ...(foundAtMs !== undefined && { foundAtMs }),
      hashes: keys.length > 0 ? keys : [own],
      episodeId: id,
    };
    const restored = { ...known, ...(isPlain && { isRefused: true as const }) };
    return formerMatch(about, { hash: own, facts: restored, shown: episode });
  });
  const isShown = new Set(shown.map(({ own }) => own));
  for (const hash of pairsIn(section.keys)) {
    const known = facts[hash];
    if (known === undefined || isShown.has(hash)) continue;
    isShown.add(hash);
    matches.push(formerMatch(about, { hash, facts: known }));
  }
  const count = moreCount - (matches.length - shown.length);
  if (count <= 0) return { matches, counts: [] };
  return { matches, counts: [formerCount(about, { count, destination, createdAtMs })] };
}

/** What former matches and counts of an alert have in common. */
interface About {
  alertId: string;
  words: string;
  nowMs: number;
  /** Missing for what waited: then only the alert has the query. */
  section?: AlertFields;
}

function commonFields({ alertId, words, nowMs, section }: About, foundAtMs: number) {
  return {
    alert: alertId,
    words,
    ...(section && { query: alertFields(section) }),
    foundAt: timestamp(foundAtMs),
    expireAt: timestamp(nowMs + MATCHES_KEPT_DAYS * DAY_MS),
  };
}

interface FormerEpisode {
  hash: string;
  facts: MatchFacts;
  shown?: DigestEpisode | undefined;
}

function formerMatch(about: About, { hash, facts, shown }: FormerEpisode): FormerMatch {
  const { alertId, words } = about;
  const { item, title, podcast, link, pubDateMs, ingestedAtMs, foundAtMs = ingestedAtMs } = facts;
  const episodeId = item === '' ? hash : itemId(item);
  const plain = { title, podcast, link, image: '', pubDateMs, excerpt: '' };
  const isShownAs = shown !== undefined && item === '';
  return {
    alertId,
    words,
    episode: { ...facts, match: matchId(alertId, episodeId), ...(isShownAs && { shown }) },
    fields: {
      ...commonFields(about, foundAtMs),
      facts,
      episode: { ...plain, ...shown, id: episodeId },
      ...(isShownAs && { shownAs: shown }),
      keys: item === '' ? [] : matchKeys(alertId, facts),
    },
  };
}

interface FormerNumber {
  count: number;
  destination: string;
  /** Of the digest that was not mailed; 0 for what waited. */
  createdAtMs?: number;
}

function formerCount(about: About, { count, destination, createdAtMs = 0 }: FormerNumber) {
  const { alertId, words, nowMs } = about;
  return {
    id: matchId(alertId, `counted ${destination} ${createdAtMs}`),
    alertId,
    words,
    count,
    foundAtMs: nowMs,
    fields: { ...commonFields(about, nowMs), count, waits: { [destination]: count } },
  };
}
