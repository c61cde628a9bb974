import type { DigestContent } from './digest-content.ts';
import { oneLine } from './one-line.ts';

const MAX_SUBJECT_LENGTH = 150;
const MAX_PREHEADER_LENGTH = 140;
const MAX_KEYWORD_LENGTH = 40;
/** Keywords that are named; the others are counted. */
const NAMED_KEYWORDS = 2;

/**
 * What a digest's subject says: "3 new episodes mention “OpenAI”". One line of at most 150 UTF-16
 * code units, whatever the keywords hold.
 */
export function digestSubject({ alerts }: Pick<DigestContent, 'alerts'>): string {
  const count = countEpisodes(alerts);
  const named = alerts
    .slice(0, NAMED_KEYWORDS)
    .map(({ keyword }) => `“${oneLine(keyword, MAX_KEYWORD_LENGTH)}”`);
  const others = alerts.length - named.length;
  const subject = `${episodesText(count)} ${count === 1 ? 'mentions' : 'mention'} ${listText([
    ...named,
    ...(others > 0 ? [`${others} more`] : []),
  ])}`;
  return oneLine(subject, MAX_SUBJECT_LENGTH);
}

/** What an inbox shows behind the subject: the first titles. */
export function digestPreheader({ alerts }: Pick<DigestContent, 'alerts'>): string {
  const titles = alerts.flatMap(({ episodes }) =>
    episodes.map(({ title, podcast }) => `${oneLine(title, 90)} (${oneLine(podcast, 40)})`),
  );
  return oneLine([...new Set(titles)].join(' · '), MAX_PREHEADER_LENGTH);
}

/** "1 new episode", "1,200 new episodes". */
export function episodesText(count: number): string {
  return `${count.toLocaleString('en-US')} new episode${count === 1 ? '' : 's'}`;
}

/** An episode that matches two keywords counts once, as far as the digest holds it. */
function countEpisodes(alerts: DigestContent['alerts']): number {
  const known = new Set(alerts.flatMap(({ episodes }) => episodes.map(({ link }) => link)));
  return alerts.reduce((sum, { moreCount }) => sum + moreCount, known.size);
}

function listText(items: string[]): string {
  const [last = '', ...before] = items.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}
