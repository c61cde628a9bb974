import { DAY_MS } from '../contract/index.ts';
import type { FeedItem } from './feed-model.ts';
import { normalizeAudioUrl } from './normalize-audio-url.ts';

const MINUTE_S = 60;
/** When publishers withdraw a show, it returns within a day or two, with new guids and dates. */
const REPUBLISHED_WITHIN_MS = 2 * DAY_MS;

export type Described = Pick<
  FeedItem,
  'title' | 'link' | 'audio' | 'publishedAtMs' | 'durationSeconds'
>;

export function comparedTitle({ title }: Pick<Described, 'title'>): string {
  return title.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

export function comparedAddress({ audio, link }: Pick<Described, 'audio' | 'link'>): string | null {
  return normalizeAudioUrl(audio) ?? link;
}

/** Null for whole minutes: a rounded length, or the slot of a programme, identifies no episode. */
export function exactSeconds({
  durationSeconds: seconds,
}: Pick<Described, 'durationSeconds'>): number | null {
  return seconds === null || seconds % MINUTE_S === 0 ? null : seconds;
}

/**
 * Compares items with different guids, or without guids. The caller ensures that no other item of the feed
 * has the title or audio that they share.
 * @param hasOtherTitles False if all items of the feed have the same title. They may be bulletins, so an
 * equal title counts only with an equal length to the second.
 */
export function isSameEpisode(
  before: Described,
  now: Described & Pick<FeedItem, 'guid'>,
  hasOtherTitles: boolean,
): boolean {
  const isSameTitle = comparedTitle(before) === comparedTitle(now);
  const isSameAudio = hasSameAudio(before, now);
  const length = compareLengths(before, now);
  const isExactLength = length === 'same' && exactSeconds(now) !== null;
  const isSameDay = areOfOneDay(before, now) === true;
  if (isSameAudio && isSameDay && length === 'same') return true;
  const isAlike = isSameAudio && isRenamed(before, now);
  if (isAlike && (isExactLength || (isSameDay && length === 'unknown' && hasOtherTitles)))
    return true;
  if (!isSameTitle) return false;
  if (before.publishedAtMs === null || now.publishedAtMs === null)
    return isSameAudio || hasSamePage(before, now);
  if (Math.abs(now.publishedAtMs - before.publishedAtMs) <= REPUBLISHED_WITHIN_MS) {
    if (length === 'same' && (isExactLength || isSameAudio || hasOtherTitles)) return true;
    if (length === 'unknown' && isSameAudio && hasOtherTitles) return true;
  }
  // Two bulletins of one day may have the same title.
  const isContradicted = length === 'other' && !isSameAudio && !hasSamePage(before, now);
  return now.guid !== null && isSameDay && !isContradicted;
}

/** Compares items with the same guid, because some publishers reuse guids. */
export function isAnotherEpisode(
  before: Described,
  now: Described,
  { inOneReading }: { inOneReading: boolean },
): boolean {
  if (comparedTitle(before) === comparedTitle(now) || !hasOtherAddress(before, now)) return false;
  if (inOneReading) return true;
  const length = compareLengths(before, now);
  if (length === 'same' && isRenamed(before, now)) return false;
  if (areOfOneDay(before, now) === false) return true;
  // A guid may name the day of several editions. A correction keeps the time, the audio or its length.
  return length === 'other' && hasOtherAudio(before, now) && hasOtherTime(before, now);
}

/**
 * The returned function is true for an item that repeats an earlier item. Linear time, because a feed may use
 * one guid for thousands of items.
 */
export function repetitionFinder(): (item: Described & Pick<FeedItem, 'guid'>) => boolean {
  const seen = new Set<string>();
  return (item) => {
    const { guid, audio, link } = item;
    const address = guid === null ? (audio ?? link) : comparedAddress(item);
    const keys =
      guid === null
        ? [[address, item.title.normalize('NFC'), dayOf(item)]]
        : [
            [guid, 'title', comparedTitle(item)],
            [guid, 'address', address],
          ];
    const known = keys.map((key) => JSON.stringify(key));
    const isRepeated = known.some((key) => seen.has(key));
    for (const key of known) seen.add(key);
    return isRepeated;
  };
}

/** In UTC days since 1970. */
export function dayOf({ publishedAtMs }: Pick<Described, 'publishedAtMs'>): number | null {
  return publishedAtMs === null ? null : Math.floor(publishedAtMs / DAY_MS);
}

function areOfOneDay(before: Described, now: Described): boolean | null {
  const [first, second] = [dayOf(before), dayOf(now)];
  return first === null || second === null ? null : first === second;
}

function hasSameAudio(before: Described, now: Described): boolean {
  const audio = normalizeAudioUrl(before.audio);
  return audio !== null && audio === normalizeAudioUrl(now.audio);
}

function hasSamePage(before: Described, now: Described): boolean {
  return before.link !== null && before.link === now.link;
}

/** False if one of them has no audio. */
function hasOtherAudio(before: Described, now: Described): boolean {
  const [first, second] = [normalizeAudioUrl(before.audio), normalizeAudioUrl(now.audio)];
  return first !== null && second !== null && first !== second;
}

/** False if one of them has no date. */
function hasOtherTime(before: Described, now: Described): boolean {
  const [first, second] = [before.publishedAtMs, now.publishedAtMs];
  return first !== null && second !== null && first !== second;
}

/** False if the addresses cannot be compared. */
function hasOtherAddress(before: Described, now: Described): boolean {
  const [first, second] = [normalizeAudioUrl(before.audio), normalizeAudioUrl(now.audio)];
  if (first !== null && second !== null) return first !== second;
  return before.link !== null && now.link !== null && before.link !== now.link;
}

function compareLengths(before: Described, now: Described): 'same' | 'other' | 'unknown' {
  const [first, second] = [before.durationSeconds, now.durationSeconds];
  if (first === null || second === null) return 'unknown';
  return first === second ? 'same' : 'other';
}

/** True if one title is the other plus words before or after it, such as "Ep. 12:". */
function isRenamed(before: Described, now: Described): boolean {
  const [short, long] = [comparedTitle(before), comparedTitle(now)].sort(
    (left, right) => left.length - right.length,
  );
  if (short === undefined || long === undefined) return false;
  const isApart = (letter: string | undefined) =>
    letter === undefined || !/[\p{L}\p{N}]/u.test(letter);
  return (
    (long.endsWith(short) && isApart(long.at(-short.length - 1))) ||
    (long.startsWith(short) && isApart(long[short.length]))
  );
}
