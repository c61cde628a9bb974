import { isDeepStrictEqual } from 'node:util';
import { DAY_MS } from '../../contract/index.ts';
import { WINDOW_DAYS } from '../match/match-window.ts';
import type { Digest } from './digest.ts';
import type { Pending, PendingAlert, PendingEpisode } from './pending-document.ts';
import { HASH_BYTES, pairBytes, pairsIn } from './sent-log.ts';

/** Max matches retained per alert. Older matches are only counted. A digest shows up to 20. */
export const MAX_KEPT = 50;
/**
 * Limits that are tried in turn until the document fits into {@link MAX_PENDING_BYTES}. An episode with long
 * texts takes 7 kB, and more if a digest showed it.
 */
const LEVELS = [
  ...[MAX_KEPT, 25, 12, 6, 3, 1].map((kept) => ({ kept, alerts: Infinity })),
  ...[100, 50, 10].map((alerts) => ({ kept: 1, alerts })),
];
/** Max hashes of counted matches per alert. Beyond the limit, a repeated run may count a match twice. */
const MAX_COUNTED = 1000;
/** Max hashes of counted matches for all alerts: 200 kB. */
const MAX_COUNTED_OF_ALL = 25_000;
/** A Firestore document holds 1 MiB, including field names. */
export const MAX_PENDING_BYTES = 600_000;

export interface PendingMatch {
  alertId: string;
  words: string;
  /** The newest episode comes first. */
  episodes: readonly { hash: string; episode: PendingEpisode }[];
}

/** Matches that are already pending retain their position. Returns `pending` itself if nothing changes. */
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
    // Older matches are only counted, so their facts would never be read.
    for (const { hash, episode: facts } of found.slice(0, MAX_KEPT)) {
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
      ...updatedToQuery(before, words),
      keys: pairBytes([...keys, ...added.reverse()]),
    };
  }
  if (!isChanged) return pending;
  const after = { ...pending, episodes, alerts };
  return isTidy(after, nowMs) ? after : tidied(after, nowMs);
}

/** Drops the counts of an earlier query, because the new query may not match those episodes. */
function updatedToQuery(before: PendingAlert | undefined, words: string): PendingAlert {
  if (before === undefined) return { words, keys: NONE };
  if (before.words === words) return before;
  const { keys, shown } = before;
  return { words, isMixed: true, keys, ...(shown && { shown }) };
}

/** Retains the time of the first match, so that storing a match again changes nothing. */
function withFirstTime(episode: PendingEpisode, same: PendingEpisode | undefined): PendingEpisode {
  return same?.foundAtMs === undefined ? episode : { ...episode, foundAtMs: same.foundAtMs };
}

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

/** Max bytes of facts in a digest, which also contains other texts. */
const MAX_FACTS_BYTES = 150_000;

/** Takes shown episodes first and stops at {@link MAX_FACTS_BYTES}. */
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

export function moreIn({ more, beyond = 0 }: PendingAlert): number {
  return pairsIn(more).length + beyond;
}

const NONE = new Uint8Array();

function isTidy(pending: Pending, nowMs: number): boolean {
  const mostCounted = mostCountedIn(pending);
  const isShort = ({ keys, more = NONE, shown }: PendingAlert) =>
    keys.length <= MAX_KEPT * HASH_BYTES &&
    more.length <= mostCounted * HASH_BYTES &&
    shown === undefined;
  return (
    Object.values(pending.alerts).every(isShort) &&
    !Object.values(pending.episodes).some((each) => isOld(each, nowMs)) &&
    surelyFits(pending)
  );
}

function mostCountedIn({ alerts }: Pending): number {
  const ofEach = Math.floor(MAX_COUNTED_OF_ALL / Math.max(1, Object.keys(alerts).length));
  return Math.min(MAX_COUNTED, ofEach);
}

/** A cheap estimate. If false, only {@link bytesOf} can tell, which is many times slower. */
function surelyFits({ episodes, alerts }: Pending): boolean {
  let mostBytes = 0;
  for (const each of Object.values(episodes)) {
    const { item, title, podcast, link, copies, hashes = [], episodeId = '' } = each;
    const texts = item.length + title.length + podcast.length + link.length + episodeId.length;
    const numbers = (copies?.keys.length ?? 0) + (copies?.ofAudio?.length ?? 0) + hashes.length;
    mostBytes +=
      MAX_UTF8_BYTES_PER_CODE_UNIT * texts + MAX_BYTES_PER_NUMBER * (numbers + NUMBERS_BESIDE);
  }
  for (const { keys, more = NONE, shown } of Object.values(alerts)) {
    if (shown !== undefined) return false;
    mostBytes += keys.length + more.length + BYTES_BESIDE_TEXT;
  }
  return mostBytes <= MAX_PENDING_BYTES;
}

const MAX_UTF8_BYTES_PER_CODE_UNIT = 3;
const MAX_BYTES_PER_NUMBER = 25;
/** Numbers and field names of an episode, apart from lists. */
const NUMBERS_BESIDE = 16;

/** Drops matches that are too old. Matches that do not fit are only counted. */
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

function reducedTo(pending: Pending, { kept, alerts }: (typeof LEVELS)[number]): Pending {
  const mostCounted = mostCountedIn(pending);
  const reduced = Object.entries(pending.alerts).map(([alertId, alert], at) => {
    const keys = pairsIn(alert.keys);
    const dropped = keys.slice(0, Math.max(0, keys.length - (at < alerts ? kept : 0)));
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

/**
 * Upper bound of the document's size: Firestore takes eight bytes per number and one more byte per string.
 */
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
