import { alertName, isWholeShow, withoutHighlights } from '../../../contract/index.ts';
import type { DigestContent, DigestEpisode } from './digest-content.ts';
import { cutAtWord, oneLine, tidyText } from '../../../platform/one-line.ts';

const WHEN: Record<DigestContent['cadence'], string> = {
  hourly: 'when there are new episodes',
  daily: 'once a day',
  weekly: 'once a week',
};

export function digestReason(cadence: DigestContent['cadence'], siteName: string): string {
  return `You get this email ${WHEN[cadence]} because you saved alerts on ${siteName}.`;
}

/** Maximum lengths in UTF-16 code units. */
const MAX_SUBJECT_LENGTH = 150;
/** Inboxes show hardly more of a line. */
const MAX_MATCH_LENGTH = 100;
const MAX_PREHEADER_LENGTH = 140;
const MAX_KEYWORD_LENGTH = 40;
const MAX_SHOW_LENGTH = 40;
const NAMED_KEYWORDS = 2;
const NAMED_ALERTS = 3;

/** Keywords are separate parts, because their writing direction can differ from that of the text around them. */
export interface HeadingPart {
  text: string;
  isKeyword: boolean;
}

type Matched = Pick<DigestContent, 'alerts'>;

/** Returns one line: the only match with its show and title, or the heading. */
export function digestSubject(content: Matched): string {
  const only = onlyMatch(content);
  if (only === null) return oneLine(textOf(headingParts(content)), MAX_SUBJECT_LENGTH);
  const show = oneLine(only.podcast, MAX_SHOW_LENGTH);
  const place = content.alerts.every(isWholeShow)
    ? show
    : `${textOf(nameParts(content))} in ${show}`;
  const title = tidyText(only.title).trim();
  const shown = cutAtWord(title, Math.max(20, MAX_MATCH_LENGTH - place.length), ' …');
  return oneLine(`${place}: ${shown}`, MAX_SUBJECT_LENGTH);
}

/** Returns the parts of "OpenAI, Anthropic: 7 episodes", or of "58 episodes: OpenAI, AI and 10 more". */
export function headingParts(content: Matched): HeadingPart[] {
  const { count, isLeast } = countEpisodes(content.alerts);
  const episodes = episodesText(count, isLeast ? '+' : '').replace(' new', '');
  const names = nameParts(content);
  return content.alerts.length > NAMED_KEYWORDS
    ? [plain(`${episodes}: `), ...names]
    : [...names, plain(`: ${episodes}`)];
}

/** Null also if its show or title is unknown. */
function onlyMatch({ alerts }: Matched): DigestEpisode | null {
  const { count, isLeast } = countEpisodes(alerts);
  const [episode] = alerts.flatMap(({ episodes }) => episodes);
  if (count !== 1 || isLeast || episode === undefined) return null;
  const [show, title] = [episode.podcast, episode.title].map((text) => oneLine(text, 2));
  return show === '' || title === '' ? null : episode;
}

/** Returns the parts of "OpenAI, AI and 10 more". Alerts with an episode about their keyword come first. */
function nameParts({ alerts }: Matched): HeadingPart[] {
  const sorted = alerts.toSorted((a, b) => Number(isAnyAbout(b)) - Number(isAnyAbout(a)));
  const names = sorted
    .slice(0, NAMED_KEYWORDS)
    .flatMap((alert, index) => [
      ...(index === 0 ? [] : [plain(', ')]),
      { text: oneLine(alertName(alert), MAX_KEYWORD_LENGTH), isKeyword: true },
    ]);
  const others = alerts.length - NAMED_KEYWORDS;
  return others > 0 ? [...names, plain(` and ${others} more`)] : names;
}

function isAnyAbout({ episodes, onlyAbout }: Matched['alerts'][number]): boolean {
  return onlyAbout === true || episodes.some(({ strength }) => strength === 'about');
}

const plain = (text: string): HeadingPart => ({ text, isKeyword: false });

function textOf(parts: readonly HeadingPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** Returns the excerpt of an only match, because the subject has its title, or the titles. */
export function digestPreheader(content: Matched): string {
  const only = onlyMatch(content);
  const excerpt = tidyText(withoutHighlights(only?.excerpt ?? '')).trim();
  if (excerpt !== '') return cutAtWord(excerpt, MAX_PREHEADER_LENGTH);
  const titles = content.alerts.flatMap(({ episodes }) =>
    episodes.map(({ title, podcast }) =>
      podcast === '' ? oneLine(title, 90) : `${oneLine(title, 90)} (${oneLine(podcast, 40)})`,
    ),
  );
  return oneLine([...new Set(titles)].join(' · '), MAX_PREHEADER_LENGTH);
}

/** Returns "1 new episode", "1,200 new episodes" or, with `sign`, "1,200+ new episodes". */
export function episodesText(count: number, sign = ''): string {
  return `${count.toLocaleString('en-US')}${sign} new episode${count === 1 && sign === '' ? '' : 's'}`;
}

export function moreText({
  episodes,
  passing,
  moreCount,
}: {
  episodes: readonly unknown[];
  passing: readonly unknown[];
  moreCount: number;
}) {
  return episodes.length + passing.length > 0
    ? `And ${moreCount.toLocaleString('en-US')} more`
    : `See ${episodesText(moreCount)}`;
}

/** Returns the heading of the brief mentions, such as "Also in 4 more episodes". */
export function passingText({
  episodes,
  passing,
}: {
  episodes: readonly unknown[];
  passing: readonly unknown[];
}): string {
  const count = passing.length;
  if (episodes.length === 0) return `Mentioned in ${count} ${count === 1 ? 'episode' : 'episodes'}`;
  return count === 1 ? 'Also in 1 more episode' : `Also in ${count} more episodes`;
}

export function lineText({ rows, count }: { rows: readonly unknown[]; count: number }): string {
  if (rows.length === 0) return count === 0 ? 'in the episodes above' : episodesText(count);
  const more = count - rows.length;
  return more > 0 ? `and ${more.toLocaleString('en-US')} more` : '';
}

/** True for "and 2 more", which links to a search for the alert, but not for "in the episodes above". */
export function isRestLinked({
  rows,
  count,
}: {
  rows: readonly unknown[];
  count: number;
}): boolean {
  return count > rows.length;
}

export const PLAIN_REASON =
  'A mail service refused the full email, so this one has only titles and links.';

export function isOneLineEach(
  lines: readonly { rows: readonly { link: unknown; around: readonly unknown[] }[] }[],
): boolean {
  return lines.every(({ rows }) =>
    rows.every(({ link, around }) => link === null && around.length === 0),
  );
}

export function listHeading(lines: readonly { isBrief: boolean }[]): string {
  return lines.every(({ isBrief }) => isBrief) ? 'Brief mentions' : 'Also new';
}

export function alsoUnderText({ alsoUnder }: { alsoUnder: readonly string[] }): string | null {
  if (alsoUnder.length === 0) return null;
  const named = alsoUnder.slice(0, NAMED_ALERTS).map((name) => `“${name}”`);
  const more = alsoUnder.length - named.length;
  return `Also for ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface EpisodeCount {
  count: number;
  /** True if `count` is a lower bound. */
  isLeast: boolean;
}

/** Counts distinct episodes. The count is a lower bound (`isLeast`) if some ids are unknown. */
function countEpisodes(alerts: DigestContent['alerts']): EpisodeCount {
  const totals = alerts.map(({ episodes, moreCount }) => episodes.length + moreCount);
  const known = alerts.map(({ episodeIds }) => idsIn(episodeIds));
  const distinct = new Set(known.flat()).size;
  const isKnown = totals.every((total, index) => total === known[index]?.length);
  if (isKnown) return { count: distinct, isLeast: false };
  return { count: Math.max(distinct, ...totals), isLeast: alerts.length > 1 };
}

const ID_BYTES = 8;

export function idsIn(bytes: Uint8Array): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.match(new RegExp(`.{${2 * ID_BYTES}}`, 'g')) ?? [];
}
