import { type ShowFacts, TREND_DAYS } from 'functions/contract';
import { numberText } from '#shared/text/number-text.ts';

/** What is searched of a show's recent episodes, in sentences. */
export function heardText({
  episodes,
  published,
  heard,
}: Pick<ShowFacts, 'episodes' | 'published' | 'heard'>): string {
  if (episodes === 0) return `No episodes in the last ${TREND_DAYS} days.`;
  const all = episodes === 1 ? 'its recent episode' : `its ${numberText(episodes)} recent episodes`;
  if (published + heard === 0) {
    return `The show notes of ${all} are searched. There are no transcripts, so what is only said is not found.`;
  }
  const left = episodes - published - heard;
  const parts = [
    ...(published > 0 ? [`${numberText(published)} with the publisher’s transcript`] : []),
    ...(heard > 0 ? [`${numberText(heard)} with a machine transcript`] : []),
    ...(left > 0 ? [`${numberText(left)} by show notes only`] : []),
  ];
  const misheard = heard > 0 ? ' A machine can mishear names.' : '';
  return `Searched of ${all}: ${parts.join(', ')}.${misheard}`;
}
