import { DAY_MS, readDuration } from '../../contract/index.ts';
import { audioAddress, imageAddress, linkAddress, mayHaveAudio } from './feed-address.ts';
import {
  chaptersInNotes,
  chaptersOf,
  personsOf,
  transcriptsOf,
  type WrittenPerson,
} from './episode-extras.ts';
import { datesAround } from './dates-around.ts';
import type { ItemFields } from './feed-fields.ts';
import { newestCounted } from './drop-boilerplate.ts';
import type {
  DropCounts,
  DropReason,
  FeedItem,
  FeedReading,
  UnreadCounts,
  UnreadPart,
} from '../feed-model.ts';
import { cutText, isReadable, plainText, withoutUnprintable } from './plain-text.ts';
import { plainTitle } from './plain-title.ts';
import { parsePublicationDate } from './publication-date.ts';
import { repetitionFinder } from '../same-episode.ts';

export const MAX_TITLE_LENGTH = 500;
/** Max length of a title that is the beginning of the notes, UTF-16 code units. */
const MAX_NOTES_TITLE_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 10_000;
export const MAX_GUID_LENGTH = 2048;
export const MAX_ITEMS = 2000;
/**
 * This many items stay even if too old, because they show how often the feed publishes. The newest of them keep their
 * notes, which show boilerplate.
 */
const MAX_TOO_OLD = 60;

export interface ShowDefaults {
  title: string;
  link: string | null;
  feedUrl: string | null;
  image: string | null;
  language: string | null;
  persons: readonly WrittenPerson[];
  blocked: boolean;
  dates: readonly (string | undefined)[];
}

interface Candidate {
  fields: ItemFields;
  item: Omit<FeedItem, Extra>;
}

type Extra = 'description' | 'transcripts' | 'chapters' | 'chapterFiles' | 'persons';

const NO_EXTRAS: Pick<FeedItem, Extra> = {
  description: '',
  transcripts: [],
  chapters: [],
  chapterFiles: [],
  persons: [],
};

/** Keeps the order of the feed. Drops the oldest items above {@link MAX_ITEMS}. */
export function cleanItems(
  items: readonly ItemFields[],
  show: ShowDefaults,
  now: number,
  keptSinceMs: number,
): Pick<Extract<FeedReading, { kind: 'read' }>, 'items' | 'blocked' | 'dropped' | 'unread'> {
  const dropped: DropCounts = {};
  const isRepeated = repetitionFinder();
  const candidates: Candidate[] = [];
  const blocked: FeedItem[] = [];
  for (const fields of items) {
    const candidate = candidateOf(fields, show);
    if (typeof candidate === 'string') countDrop(dropped, candidate);
    else if (isRepeated(candidate.item)) countDrop(dropped, 'repeated');
    else if (fields.blocked) blocked.push({ ...candidate.item, ...NO_EXTRAS });
    else candidates.push(candidate);
  }
  countDrop(dropped, 'blocked', blocked.length);
  addDatesAround(candidates, firstDate(show.dates), now);
  const within = newest(candidates, now, MAX_ITEMS);
  countDrop(dropped, 'over-item-limit', candidates.length - within.length);
  const newestFew = new Set(newest(within, now, MAX_TOO_OLD));
  const kept = within.filter(
    (candidate) => (assumedMs(candidate) ?? now) >= keptSinceMs || newestFew.has(candidate),
  );
  countDrop(dropped, 'too-old', within.length - kept.length);
  const showPages = pagesOfShow(candidates, show);
  const unread = unreadParts(kept);
  const counted = new Set(newestCounted(kept.map(({ item }) => item)));
  // Reading notes is most of the work. An item without a date of its own may be stored, however old it seems.
  const isRead = (item: Candidate['item']) =>
    (item.publishedAtMs ?? now) >= keptSinceMs || counted.has(item);
  return {
    items: kept.map(({ fields, item }) => ({
      ...item,
      link: item.audio !== null && showPages.has(item.link) ? null : item.link,
      ...(isRead(item) ? extrasOf(fields, show) : NO_EXTRAS),
    })),
    ...(blocked.length > 0 && { blocked }),
    dropped,
    ...(Object.keys(unread).length > 0 && { unread }),
  };
}

function addDatesAround(candidates: Candidate[], feedDateMs: number | null, now: number): void {
  const dates = candidates.map(({ item }) => item.publishedAtMs);
  for (const [at, around] of datesAround(dates, feedDateMs, now).entries()) {
    const item = candidates[at]?.item;
    if (item && around) item.around = around;
  }
}

function assumedMs({ item: { publishedAtMs, around } }: Candidate): number | null {
  return publishedAtMs ?? around?.afterMs ?? around?.beforeMs ?? null;
}

function firstDate(written: readonly (string | undefined)[]): number | null {
  for (const text of written) {
    const date = parsePublicationDate(text ?? '');
    if (date !== null) return date;
  }
  return null;
}

function unreadParts(kept: readonly Candidate[]): UnreadCounts {
  const counts: UnreadCounts = {};
  const count = (part: UnreadPart) => void (counts[part] = (counts[part] ?? 0) + 1);
  for (const { fields, item } of kept) {
    const isDated = fields.dates.some((date) => date?.trim());
    if (item.publishedAtMs === null) count(isDated ? 'unread-date' : 'no-date');
    if (item.audio === null && mayHaveAudio(fields.attachments)) count('unread-audio');
    if (item.link === null && fields.link?.trim()) count('unread-link');
  }
  return counts;
}

function extrasOf(fields: ItemFields, show: ShowDefaults): Pick<FeedItem, Extra> {
  const description = richestText(fields.descriptions);
  const own = chaptersOf(fields.chapters);
  const chapters = own.length > 0 ? own : chaptersInNotes(description);
  const { chaptersFile } = fields;
  const isWanted = chapters.length === 0 && chaptersFile !== undefined && !show.blocked;
  return {
    description,
    transcripts: show.blocked ? [] : transcriptsOf(fields.transcripts, show),
    chapters,
    chapterFiles: isWanted ? transcriptsOf([chaptersFile], show) : [],
    persons: personsOf(fields.persons.length > 0 ? fields.persons : show.persons),
  };
}

/** Links that do not identify an item: the show's own link, and links that several items share. */
function pagesOfShow(candidates: readonly Candidate[], show: ShowDefaults): Set<string | null> {
  const pages = new Set([show.link]);
  const seen = new Set<string | null>();
  for (const { item } of candidates) (seen.has(item.link) ? pages : seen).add(item.link);
  return pages;
}

export function countDrop(dropped: DropCounts, reason: DropReason, howMany = 1): void {
  if (howMany > 0) dropped[reason] = (dropped[reason] ?? 0) + howMany;
}

function candidateOf(fields: ItemFields, show: ShowDefaults): Candidate | DropReason {
  const link = linkAddress(fields.link, show.link, show.feedUrl);
  const audio = audioAddress(fields.attachments, show.link, show.feedUrl);
  const guid = guidOf(fields.guid);
  // A blocked item needs only a guid, because publishers often remove its audio.
  const isKnown = fields.blocked && guid !== null;
  if (link === null && audio === null && !isKnown) return 'no-link-or-audio';
  const publishedAtMs = firstDate(fields.dates);
  const item = {
    guid,
    title: ownTitle(fields) ?? titleFromNotes(fields) ?? titleFromShow(show, publishedAtMs),
    link,
    audio,
    image: imageAddress(fields.image, show.link, show.feedUrl) ?? show.image,
    publishedAtMs,
    durationSeconds: readDuration(fields.duration),
  };
  return { fields, item };
}

function ownTitle({ titles }: ItemFields): string | undefined {
  return titles.map((written) => plainTitle(written ?? '', MAX_TITLE_LENGTH)).find(isReadable);
}

/** Returns the beginning of the notes, cut after a word. */
function titleFromNotes({ descriptions }: ItemFields): string | undefined {
  const line = richestText(descriptions).split('\n').find(isReadable);
  if (line === undefined || line.length <= MAX_NOTES_TITLE_LENGTH) return line;
  const cut = cutText(line, MAX_NOTES_TITLE_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${space > MAX_NOTES_TITLE_LENGTH / 2 ? cut.slice(0, space) : cut}…`;
}

function titleFromShow({ title }: ShowDefaults, publishedAtMs: number | null): string {
  return publishedAtMs === null
    ? title
    : `${title}, ${new Date(publishedAtMs).toISOString().slice(0, 10)}`;
}

function guidOf(written: string | undefined): string | null {
  const guid = withoutUnprintable(written ?? '')
    .replace(/[\s\x85]+/g, ' ')
    .trim();
  return guid === '' || guid.length > MAX_GUID_LENGTH ? null : guid;
}

/** Keeps the order of the feed. Candidates of unknown age or with a future date are dropped first. */
function newest(candidates: Candidate[], now: number, count: number): Candidate[] {
  if (candidates.length <= count) return candidates;
  const rank = ({ item: { publishedAtMs, around } }: Candidate) => {
    const ms = publishedAtMs ?? around?.afterMs ?? -Infinity;
    return ms > now + DAY_MS ? -Infinity : ms;
  };
  const newestFirst = candidates.toSorted((a, b) => compare(rank(b), rank(a)));
  const kept = new Set(newestFirst.slice(0, count));
  return candidates.filter((candidate) => kept.has(candidate));
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function richestText(descriptions: readonly (string | undefined)[]): string {
  return descriptions
    .map((written) => plainText(written ?? '', MAX_DESCRIPTION_LENGTH))
    .reduce((richest, text) => (text.length > richest.length ? text : richest), '');
}
