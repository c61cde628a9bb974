import { phraseFinder } from '../../query/phrase-finder.ts';
import { splitSentences, type TextRange } from './split-sentences.ts';

/** Finds URLs, email addresses, accounts, and sentences that list where to listen. Sorted, without overlaps. */
export function findPointers(notes: string): TextRange[] {
  return mergeRanges([...addressesIn(notes), ...serviceListsIn(notes)]);
}

export function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const LINKED = /https?:\/\/|www\.|@|\.\p{L}{2,}\//iu;
const SCHEME = /(?:https?:\/\/|www\.)(?=[\p{L}\p{N}[])/iu;
const SCHEMELESS = /^@[\p{L}\p{N}_]|[\p{L}\p{N}]@[\p{L}\p{N}-]+\.|[\p{L}\p{N}]\.\p{L}{2,}\//u;
const OPENS = /[\p{L}\p{N}@]/u;
const CLOSES = /[\p{L}\p{N}/_=-]/u;

function addressesIn(notes: string): TextRange[] {
  if (!LINKED.test(notes)) return [];
  return Array.from(notes.matchAll(/\S+/gu)).flatMap(({ 0: word, index }) => {
    if (!LINKED.test(word)) return [];
    const scheme = word.search(SCHEME);
    const from = scheme === -1 ? word.search(OPENS) : scheme;
    if (from === -1) return [];
    let end = word.length;
    // Uses a loop, because a regular expression would try a match at each of the trailing signs.
    while (!CLOSES.test(word.charAt(end - 1)) && end > from + 1) end -= 1;
    if (scheme === -1 && !SCHEMELESS.test(word.slice(from, end))) return [];
    return [withBrackets(notes, { start: index + from, end: index + end })];
  });
}

/** Widens the range to include brackets around it, unless a letter or digit follows them. */
function withBrackets(notes: string, { start, end }: TextRange): TextRange {
  const around = `${notes.charAt(start - 1)}${notes.charAt(end)}`;
  const isAlone = /^(?:\(\)|\[\]|<>)$/.test(around) && !/[\p{L}\p{N}]/u.test(notes.charAt(end + 1));
  return isAlone ? { start: start - 1, end: end + 1 } : { start, end };
}

/** Names of podcast apps, which are the same in every language. */
export const APPS = [
  'apple podcasts',
  'google podcasts',
  'itunes',
  'amazon music',
  'pocket casts',
  'overcast',
  'castro',
  'castbox',
  'podcast addict',
  'podbean',
  'player fm',
  'stitcher',
  'iheart',
  'iheartradio',
  'tunein',
  'deezer',
];
export const OTHER_SERVICES = ['spotify', 'youtube', 'youtube music', 'audible', 'soundcloud'];
/** A sentence lists where to listen if it names this many services, at least one of them an app. */
const MIN_LISTED = 3;

const findApps = phraseFinder(APPS);
const findServices = phraseFinder([...APPS, ...OTHER_SERVICES]);

function serviceListsIn(notes: string): TextRange[] {
  if (findApps(notes, 0).length === 0) return [];
  return splitSentences(notes).filter(({ start, end }) => {
    const sentence = notes.slice(start, end);
    return findApps(sentence, 0).length > 0 && findServices(sentence).length >= MIN_LISTED;
  });
}
