import { alertName, isMentioned } from '../../../contract/index.ts';
import type { DigestContent } from './digest-content.ts';
import { oneLine } from '../../../platform/one-line.ts';

const WHEN: Record<DigestContent['cadence'], string> = {
  hourly: 'when there are new episodes',
  daily: 'once a day',
  weekly: 'once a week',
};

export function digestReason(cadence: DigestContent['cadence'], siteName: string): string {
  return `You get this email ${WHEN[cadence]} because you saved alerts on ${siteName}.`;
}

const MAX_SUBJECT_LENGTH = 150;
const MAX_PREHEADER_LENGTH = 140;
const MAX_KEYWORD_LENGTH = 40;
const NAMED_KEYWORDS = 2;
const NAMED_ALERTS = 3;

/** Keywords are separate parts, because their writing direction can differ from that of the text around them. */
export interface SubjectPart {
  text: string;
  isKeyword: boolean;
}

/**
 * Returns one line of at most 150 UTF-16 code units, such as "3 new episodes mention “OpenAI”". If some episodes are
 * known to be about their keyword, it names only the keywords of those: "OpenAI: 3 episodes, 4 brief mentions".
 */
export function digestSubject(content: Pick<DigestContent, 'alerts'>): string {
  const text = subjectParts(content).map(({ text }) => text);
  return oneLine(text.join(''), MAX_SUBJECT_LENGTH);
}

export function subjectParts({ alerts }: Pick<DigestContent, 'alerts'>): SubjectPart[] {
  const all = countEpisodes(alerts);
  const about = countAbout(alerts, all);
  if (about !== null) {
    const count = episodesText(about.count, about.isLeast ? '+' : '').replace(' new', '');
    const rest = about.rest === '' ? '' : `, ${about.rest}`;
    return [...keywordParts(alerts.filter(isAnyAbout), ''), plain(`: ${count}${rest}`)];
  }
  const mention = all.count === 1 ? 'mentions' : 'mention';
  const verb = alerts.every(isMentioned) ? mention : 'for';
  const count = episodesText(all.count, all.isLeast ? '+' : '');
  return [plain(`${count} ${verb} `), ...keywordParts(alerts, '“')];
}

/** Returns the parts of "“OpenAI”, “a16z” and 2 more". An empty `quote` omits the quotation marks. */
function keywordParts(alerts: DigestContent['alerts'], quote: '“' | ''): SubjectPart[] {
  const others = alerts.length - NAMED_KEYWORDS;
  const last = others > 0 ? NAMED_KEYWORDS : alerts.length - 1;
  const keywords = alerts
    .slice(0, NAMED_KEYWORDS)
    .flatMap((alert, index) => [
      plain(`${index === 0 ? '' : index === last ? ' and ' : ', '}${quote}`),
      { text: oneLine(alertName(alert), MAX_KEYWORD_LENGTH), isKeyword: true },
      plain(quote && '”'),
    ]);
  return others > 0 ? [...keywords, plain(` and ${others} more`)] : keywords;
}

function isAnyAbout({ episodes, onlyAbout }: DigestContent['alerts'][number]): boolean {
  return onlyAbout === true || episodes.some(({ strength }) => strength === 'about');
}

const plain = (text: string): SubjectPart => ({ text, isKeyword: false });

export function digestPreheader({ alerts }: Pick<DigestContent, 'alerts'>): string {
  const titles = alerts.flatMap(({ episodes }) =>
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
  if (rows.length === 0) return count === 0 ? 'in episodes above' : episodesText(count);
  const more = count - rows.length;
  return more > 0 ? `and ${more.toLocaleString('en-US')} more` : '';
}

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

/** Counts distinct episodes known to be about their keyword; null if there are none. `rest` describes the others. */
function countAbout(
  alerts: DigestContent['alerts'],
  all: EpisodeCount,
): (EpisodeCount & { rest: string }) | null {
  if (alerts.every(({ onlyAbout }) => onlyAbout === true)) return { ...all, rest: '' };
  const about = new Set<string>();
  let isRestKnown = true;
  for (const { alertId, episodes, moreCount, episodeIds, onlyAbout } of alerts) {
    const ids = idsIn(episodeIds);
    for (const [at, { strength }] of episodes.entries()) {
      if (strength === 'about') about.add(ids[at] ?? `${alertId} ${at}`);
      if (strength === undefined && onlyAbout !== true) isRestKnown = false;
    }
    if (onlyAbout === true) for (const id of ids) about.add(id);
    else if (moreCount > 0) isRestKnown = false;
  }
  if (about.size === 0) return null;
  const left = Math.max(0, all.count - about.size);
  const number = `${left.toLocaleString('en-US')}${all.isLeast ? '+' : ''}`;
  const mentions = left === 1 && !all.isLeast ? 'brief mention' : 'brief mentions';
  const rest = left === 0 ? '' : `${number} ${isRestKnown ? mentions : 'more'}`;
  return { count: about.size, isLeast: false, rest };
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
