import { type ShowFacts, TREND_DAYS } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';

const LIST = new Intl.ListFormat('en');

/** Describes in sentences how the show's recent episodes are searched. */
export function transcribedText({
  episodes,
  published,
  heard,
}: Pick<ShowFacts, 'episodes' | 'published' | 'heard'>): string {
  if (episodes === 0) return `No episodes in the last ${TREND_DAYS} days.`;
  const kinds = [
    { count: published, what: 'the publisher’s transcript' },
    { count: heard, what: 'a machine transcript' },
    { count: episodes - published - heard, what: 'only show notes' },
  ].filter(({ count }) => count > 0);
  const [first, second] = kinds;
  const all = episodes === 1 ? 'recent episode' : `${numberText(episodes)} recent episodes`;
  const has = (count: number) => (count === 1 ? 'has' : 'have');
  const facts =
    first && !second
      ? `Its ${all} ${has(episodes)} ${first.what}.`
      : `Of its ${all}, ${LIST.format(
          kinds.map(({ count, what }) => `${numberText(count)} ${has(count)} ${what}`),
        )}.`;
  if (heard > 0) return `${facts} A machine can mishear names.`;
  return published > 0 ? facts : `${facts} What is only said is not found.`;
}
