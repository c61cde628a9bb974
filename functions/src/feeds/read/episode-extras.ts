import type { Chapter, Person, TranscriptSource } from '../feed-model.ts';
import { languageCode } from '../../query/language.ts';
import { isReadable, plainLine } from './plain-text.ts';
import { plainTitle } from './plain-title.ts';
import { readTimeStamp } from './time-stamp.ts';
import { linkAddress } from './feed-address.ts';

const MAX_CHAPTERS = 200;
/** Max length of a chapter's title, UTF-16 code units. */
const MAX_TITLE_LENGTH = 200;
/** Show notes with fewer timestamps contain references, not chapters. */
const MIN_IN_NOTES = 3;

export interface WrittenChapter {
  start?: string | undefined;
  title?: string | undefined;
}

const TIME = String.raw`(?:\d{1,2}:)?\d{1,3}:\d{2}`;
/**
 * Matches `12:34 – topic`, `(01:02:03) topic`, `0:10 – 5:30 topic`, also after a bullet, a number or an
 * emoji.
 */
const LEADING_TIME = new RegExp(
  String.raw`^(?:[\s\-–—•*·>#▶►]|\p{Extended_Pictographic}|\uFE0F|\u200D){0,5}(?:\d{1,3}[.)]\s{1,3})?[([]?(${TIME})[)\]]?(?:\s{0,3}[-–—]\s{0,3}${TIME})?[\s\-–—:|.]{1,5}(\S.*)$`,
  'u',
);
/** Matches `topic (12:34)` or `topic - 12:34`. */
const TRAILING_TIME = new RegExp(
  String.raw`^(.*\S)\s?(?:[([](${TIME})[)\]]|[\s\-–—|]{1,3}(${TIME}))\s?$`,
  'u',
);
/** Matches a time such as `1h05m`. */
const LETTERS = /^(\s{0,9})(?:(\d{1,2})h\s?)?(\d{1,2})m(?:(\d{1,2})s)?(?=\s)/i;

export function chaptersOf(written: readonly WrittenChapter[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { start, title } of written.slice(0, MAX_CHAPTERS)) {
    const startMs = readTimeStamp(start ?? '');
    const name = plainTitle(title ?? '', MAX_TITLE_LENGTH);
    if (startMs !== null && isReadable(name)) chapters.push({ startMs, title: name });
  }
  return chapters.sort((left, right) => left.startMs - right.startMs);
}

/**
 * A timestamp that does not ascend starts a new list. The first list with {@link MIN_IN_NOTES} timestamps
 * wins, because a single timestamp may be a time of day or a score.
 */
export function chaptersInNotes(notes: string): Chapter[] {
  let chapters: Chapter[] = [];
  for (const line of notes.split('\n')) {
    const [time, title] = timeAndTitle(line);
    const startMs = readTimeStamp(time);
    if (startMs === null || !isReadable(title)) continue;
    if (startMs <= (chapters.at(-1)?.startMs ?? -1)) {
      if (chapters.length >= MIN_IN_NOTES) break;
      chapters = [];
    }
    chapters.push({ startMs, title: plainLine(title, MAX_TITLE_LENGTH) });
    if (chapters.length === MAX_CHAPTERS) break;
  }
  return chapters.length < MIN_IN_NOTES ? [] : chapters;
}

function timeAndTitle(written: string): [time: string, title: string] {
  const line = written
    // Unwraps Markdown: `[0:10](link)`, `**0:10**`.
    .replace(/\[([\d:]{3,9})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/[*_]{2}/g, '')
    .replace(LETTERS, (_, blank: string, hours = '0', minutes: string, seconds = '0') =>
      [`${blank}${hours}`, minutes.padStart(2, '0'), String(seconds).padStart(2, '0')].join(':'),
    );
  const [, time, title] = LEADING_TIME.exec(line) ?? [];
  if (time !== undefined && title !== undefined) return [time, title];
  const [, before = '', inBrackets, behind = ''] = TRAILING_TIME.exec(line) ?? [];
  return [inBrackets ?? behind, before.replace(/[\s\-–—|:]{1,5}$/, '')];
}

const MAX_NAME_LENGTH = 100;
const MAX_PERSONS = 30;

export interface WrittenPerson {
  display?: string | undefined;
  role?: string | undefined;
  group?: string | undefined;
}

const ROLES = new Map<string, Person['role']>([
  ['host', 'host'],
  ['co-host', 'host'],
  ['guest host', 'host'],
  ['guest', 'guest'],
]);

export function personsOf(written: readonly WrittenPerson[]): Person[] {
  const persons = new Map<string, Person>();
  for (const { display, role, group } of written) {
    const name = plainLine(display ?? '', MAX_NAME_LENGTH);
    if (!isReadable(name) || persons.has(name)) continue;
    persons.set(name, { name, role: roleOf(role, group) });
    if (persons.size === MAX_PERSONS) break;
  }
  return [...persons.values()];
}

/** In Podcasting 2.0, the default role is host and the default group is cast. */
function roleOf(role = '', group = ''): Person['role'] {
  const [ofRole, ofGroup] = [role, group].map((text) => text.trim().toLowerCase());
  if (ofGroup && ofGroup !== 'cast') return null;
  return ROLES.get(ofRole || 'host') ?? null;
}

const MAX_WRITTEN = 50;
/** Max transcripts per episode: several, so that an unreadable file has a fallback. */
const MAX_TRANSCRIPTS = 3;
const MAX_TYPE_LENGTH = 100;

export interface WrittenTranscript {
  url?: string | undefined;
  type?: string | undefined;
  language?: string | undefined;
}

/** Formats with times and speakers come first. The address is tested, too, because types are often wrong. */
const PREFERENCE: readonly RegExp[] = [/vtt/, /srt|subrip/, /json/, /html/, /./];

export function transcriptsOf(
  written: readonly WrittenTranscript[],
  show: { link: string | null; feedUrl?: string | null; language: string | null },
): TranscriptSource[] {
  const found = new Map<string, TranscriptSource & { rank: number }>();
  for (const { url, type = '', language } of written.slice(0, MAX_WRITTEN)) {
    const address = linkAddress(url, show.link, show.feedUrl);
    if (address === null || found.has(address)) continue;
    const kept = type.trim().toLowerCase().slice(0, MAX_TYPE_LENGTH);
    const foreign = isForeign(language, show.language) ? PREFERENCE.length : 0;
    const rank = foreign + PREFERENCE.findIndex((pattern) => pattern.test(`${kept} ${address}`));
    found.set(address, { url: address, type: kept, rank });
  }
  return [...found.values()]
    .sort((left, right) => left.rank - right.rank)
    .slice(0, MAX_TRANSCRIPTS)
    .map(({ url, type }) => ({ url, type }));
}

/** False if the language of the transcript or of the show is unknown. */
function isForeign(language: string | undefined, ofShow: string | null): boolean {
  const [own, shows] = [languageCode(language ?? ''), languageCode(ofShow ?? '')];
  return own !== null && shows !== null && own !== shows;
}
