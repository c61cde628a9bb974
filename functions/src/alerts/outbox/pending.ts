import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from '../match/match-window.ts';
import type { Digest } from './digest.ts';
import type { Pending, PendingAlert, PendingEpisode } from './pending-document.ts';
import { HASH_BYTES, pairBytes, pairsIn } from './sent-log.ts';

/** Matches kept per alert, the newest ones; further ones are counted. A digest shows up to 20. */
export const MOST_HELD = 50;
/**
 * How many matches of an alert are kept, and of how many alerts, until all fit into {@link MAX_PENDING_BYTES}. An
 * episode with long texts takes 7 kB, one that a digest showed more.
 */
const LEVELS = [
  ...[MOST_HELD, 25, 12, 6, 3, 1].map((held) => ({ held, alerts: Infinity })),
  ...[100, 50, 10].map((alerts) => ({ held: 1, alerts })),
];
/** Hashes of counted matches per alert; a match beyond may be counted again if a run is repeated. */
const MOST_COUNTED = 1000;
/** Those of all alerts: 200 kB. */
const MOST_COUNTED_OF_ALL = 25_000;
/** A Firestore document holds 1 MiB, with the names of its fields. */
export const MAX_PENDING_BYTES = 600_000;

export interface PendingMatch {
  alertId: string;
  /** Hash of the query. */
  words: string;
  /** Newest first. */
  episodes: readonly { hash: string; episode: PendingEpisode }[];
}

/** Adds matches; those that are known stay where they are. Returns the same object if nothing changes. */
export function withMatches(
  pending: Pending,
  matches: readonly PendingMatch[],
  nowMs: number,
): Pending {
  const episodes = { ...pending.episodes };
  const alerts = { ...pending.alerts };
  let isChanged = false;
  for (const { alertId, words, episodes: found } of matches) {
    const before = alerts[alertId];
    const keys = pairsIn(before?.keys);
    const known = new Set([...keys, ...pairsIn(before?.more)]);
    const added = [...new Set(found.map(({ hash }) => hash))].filter((hash) => !known.has(hash));
    // The oldest of many are only counted, so that nobody reads their facts.
    for (const { hash, episode: facts } of found.slice(0, MOST_HELD)) {
      const same = episodes[hash];
      if (known.has(hash) && same === undefined) continue;
      const episode = withFirstTime(facts, same);
      if (isDeepStrictEqual(same, episode)) continue;
      episodes[hash] = episode;
      isChanged = true;
    }
    if (added.length === 0 && (before === undefined || before.words === words)) continue;
    isChanged = true;
    alerts[alertId] = {
      ...inWords(before, words),
      keys: pairBytes([...keys, ...added.reverse()]),
    };
  }
  if (!isChanged) return pending;
  const after = { ...pending, episodes, alerts };
  return isTidy(after, nowMs) ? after : tidied(after, nowMs);
}

/**
 * The alert as it waits for a query that matched now. Nobody knows whether matches that were only counted match
 * other words, too.
 */
function inWords(before: PendingAlert | undefined, words: string): PendingAlert {
  if (before === undefined) return { words, keys: NONE };
  if (before.words === words) return before;
  const { keys, shown } = before;
  return { words, isMixed: true, keys, ...(shown && { shown }) };
}

/** The episode with the time of its first match, so that a match that is stored again is not new again. */
function withFirstTime(episode: PendingEpisode, same: PendingEpisode | undefined): PendingEpisode {
  return same?.foundAtMs === undefined ? episode : { ...episode, foundAtMs: same.foundAtMs };
}

/** The matches for which `isKept` is true. An alert's counts stay if `isKept` is true without a match. */
export function keptOf(
  pending: Pending,
  { isKept, nowMs }: { isKept: (alertId: string, hash?: string) => boolean; nowMs: number },
): Pending {
  const alerts: Record<string, PendingAlert> = {};
  for (const [alertId, { more, beyond, ...alert }] of Object.entries(pending.alerts)) {
    alerts[alertId] = {
      ...alert,
      keys: pairBytes(pairsIn(alert.keys).filter((hash) => isKept(alertId, hash))),
      ...(more && isKept(alertId) && { more }),
      ...(beyond && isKept(alertId) && { beyond }),
    };
  }
  return tidied({ ...pending, alerts }, nowMs);
}

/** Bytes of facts in a digest, which holds other texts besides. */
const MAX_FACTS_BYTES = 150_000;

/** The pending episodes that are in sections, those first that they show. */
export function factsOf(
  { episodes }: Pending,
  sections: readonly Pick<Digest['sections'][number], 'keys'>[],
): Record<string, PendingEpisode> {
  const facts: Record<string, PendingEpisode> = {};
  let bytes = 0;
  const keys = sections.map((section) => pairsIn(section.keys));
  const most = Math.max(0, ...keys.map(({ length }) => length));
  for (let at = 0; at < most; at += 1) {
    for (const hashes of keys) {
      const key = hashes[at] ?? '';
      const episode = episodes[key];
      if (episode === undefined || facts[key] !== undefined) continue;
      bytes += Buffer.byteLength(JSON.stringify(episode)) + BYTES_BESIDE_TEXT;
      if (bytes > MAX_FACTS_BYTES) return facts;
      facts[key] = episode;
    }
  }
  return facts;
}

/** Number of an alert's matches that are only counted. */
export function moreIn({ more, beyond = 0 }: PendingAlert): number {
  return pairsIn(more).length + beyond;
}

const NONE = new Uint8Array();

/** True if nothing is too old or too much, and surely all fits. */
function isTidy(pending: Pending, nowMs: number): boolean {
  const mostCounted = mostCountedIn(pending);
  const isShort = ({ keys, more = NONE, shown }: PendingAlert) =>
    keys.length <= MOST_HELD * HASH_BYTES &&
    more.length <= mostCounted * HASH_BYTES &&
    shown === undefined;
  return (
    Object.values(pending.alerts).every(isShort) &&
    !Object.values(pending.episodes).some((each) => isOld(each, nowMs)) &&
    surelyFits(pending)
  );
}

function mostCountedIn({ alerts }: Pending): number {
  const ofEach = Math.floor(MOST_COUNTED_OF_ALL / Math.max(1, Object.keys(alerts).length));
  return Math.min(MOST_COUNTED, ofEach);
}

/** False if only {@link bytesOf} can tell, which costs many times as much. */
function surelyFits({ episodes, alerts }: Pending): boolean {
  let mostBytes = 0;
  for (const each of Object.values(episodes)) {
    const { item, title, podcast, link, copies, hashes = [], episodeId = '' } = each;
    const texts = item.length + title.length + podcast.length + link.length + episodeId.length;
    const numbers = (copies?.keys.length ?? 0) + (copies?.ofAudio?.length ?? 0) + hashes.length;
    mostBytes += MOST_BYTES_A_UNIT * texts + MOST_BYTES_A_NUMBER * (numbers + NUMBERS_BESIDE);
  }
  for (const { keys, more = NONE, shown } of Object.values(alerts)) {
    if (shown !== undefined) return false;
    mostBytes += keys.length + more.length + BYTES_BESIDE_TEXT;
  }
  return mostBytes <= MAX_PENDING_BYTES;
}

/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES_A_UNIT = 3;
const MOST_BYTES_A_NUMBER = 25;
/** Numbers, and names of fields that are as long, beside those in lists. */
const NUMBERS_BESIDE = 16;

/** Drops matches that are too old, and counts instead of keeping what does not fit. */
export function tidied(pending: Pending, nowMs: number): Pending {
  let reduced = withoutOld(pending, nowMs);
  for (const level of LEVELS) {
    reduced = withoutUnused(reducedTo(reduced, level));
    if (surelyFits(reduced) || bytesOf(reduced) <= MAX_PENDING_BYTES) break;
  }
  return reduced;
}

function isOld({ ingestedAtMs }: PendingEpisode, nowMs: number): boolean {
  return ingestedAtMs < nowMs - WINDOW_DAYS * DAY_MS;
}

function withoutOld(pending: Pending, nowMs: number): Pending {
  const { episodes, alerts } = pending;
  const old = new Set(
    Object.entries(episodes).flatMap(([hash, each]) => (isOld(each, nowMs) ? [hash] : [])),
  );
  if (old.size === 0) return pending;
  const left = Object.entries(alerts).map(([alertId, alert]) => {
    const keys = pairsIn(alert.keys);
    const recent = keys.filter((hash) => !old.has(hash));
    return [
      alertId,
      recent.length === keys.length ? alert : { ...alert, keys: pairBytes(recent) },
    ] as const;
  });
  return { ...pending, alerts: Object.fromEntries(left) };
}

function reducedTo(pending: Pending, { held, alerts }: (typeof LEVELS)[number]): Pending {
  const mostCounted = mostCountedIn(pending);
  const reduced = Object.entries(pending.alerts).map(([alertId, alert], at) => {
    const keys = pairsIn(alert.keys);
    const dropped = keys.slice(0, Math.max(0, keys.length - (at < alerts ? held : 0)));
    const counted = [...pairsIn(alert.more), ...dropped];
    if (dropped.length === 0 && counted.length <= mostCounted) return [alertId, alert] as const;
    const more = counted.slice(-mostCounted);
    const beyond = (alert.beyond ?? 0) + counted.length - more.length;
    return [
      alertId,
      {
        ...alert,
        keys: pairBytes(keys.slice(dropped.length)),
        more: pairBytes(more),
        ...(beyond > 0 && { beyond }),
      },
    ] as const;
  });
  return { ...pending, alerts: Object.fromEntries(reduced) };
}

function withoutUnused(pending: Pending): Pending {
  const { episodes, alerts } = pending;
  const used = new Set<string>();
  const left: Record<string, PendingAlert> = {};
  for (const [alertId, alert] of Object.entries(alerts)) {
    const keys = pairsIn(alert.keys);
    if (keys.length === 0 && moreIn(alert) === 0) continue;
    keys.forEach((hash) => used.add(hash));
    const { shown, ...same } = alert;
    const shownLeft = Object.entries(shown ?? {}).filter(([hash]) => keys.includes(hash));
    left[alertId] = {
      ...same,
      ...(shownLeft.length > 0 && { shown: Object.fromEntries(shownLeft) }),
    };
  }
  const all = Object.entries(episodes);
  const usedEpisodes = all.filter(([hash]) => used.has(hash));
  if (usedEpisodes.length === all.length) return { ...pending, alerts: left };
  return { ...pending, episodes: Object.fromEntries(usedEpisodes), alerts: left };
}

/** At least the size of the document: numbers take eight bytes in Firestore, and texts a byte more. */
function bytesOf({ episodes, alerts }: Pending): number {
  let bytes = 0;
  for (const episode of Object.values(episodes)) {
    bytes += Buffer.byteLength(JSON.stringify(episode)) + BYTES_BESIDE_TEXT;
  }
  for (const { keys, more = NONE, shown = {} } of Object.values(alerts)) {
    bytes += keys.length + more.length + Buffer.byteLength(JSON.stringify(shown));
    bytes += BYTES_BESIDE_TEXT;
  }
  return bytes;
}

const BYTES_BESIDE_TEXT = 100;
