import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { type Episode, MAX_EPISODES } from '../../contract/index.ts';
import { type QueryPlan, wantedSpoken, wantedTerms } from '../../query/plan-query.ts';
import { SEARCHED_COLUMNS } from '../schema/episode-row.ts';
import { groundFinder, isAbout, isOftenSaid } from './match-strength.ts';
import { type PackedTranscript, quoteTranscripts } from './quote-transcripts.ts';

/** How an engine reads its candidates. */
export interface CandidateTexts {
  /** Rows of {@link CANDIDATE_COLUMNS}, in any order. */
  written(ids: readonly number[]): Promise<readonly (readonly unknown[])[]>;
  /** The newest transcripts with a match, at most `most`. `ids`: candidates, newest first. */
  transcripts(ids: readonly number[], most: number): Promise<PackedTranscript[]>;
}

export const CANDIDATE_COLUMNS = ['id', ...SEARCHED_COLUMNS].join(', ');

const text = z.string();
/** Id, then {@link SEARCHED_COLUMNS}. */
const candidateRow = z.tuple([z.number(), text, text, text, text, text, text]);

/** Candidates whose texts one query reads. */
const PAGE = 100;

/**
 * Ids of the candidates that are about what matched. If the written texts of a candidate do not decide, its
 * transcript does. Only the newest transcripts with a match are read, as many as an answer has episodes.
 * @param candidates Newest first.
 */
export async function aboutIt(
  plan: QueryPlan,
  candidates: readonly { id: number }[],
  texts: CandidateTexts,
  signal?: AbortSignal,
): Promise<Set<number>> {
  const about = new Set<number>();
  const groundIn = groundFinder(wantedTerms(plan));
  const ids = candidates.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += PAGE) {
    for (const values of await texts.written(ids.slice(start, start + PAGE))) {
      const [id, title, podcast, publisher, description, persons, chapters] =
        candidateRow.parse(values);
      const written = { title, podcast, publisher, description, persons, chapters };
      if (isAbout(groundIn(written))) about.add(id);
    }
    await nextTurn();
    signal?.throwIfAborted();
  }
  const phrases = wantedSpoken(plan);
  const undecided = ids.filter((id) => !about.has(id));
  if (undecided.length === 0 || phrases.length === 0) return about;
  const transcripts = await texts.transcripts(undecided, MAX_EPISODES);
  for (const [id, { minutes }] of await quoteTranscripts(phrases, transcripts, signal)) {
    if (isOftenSaid(minutes)) about.add(id);
  }
  return about;
}

/** Sorts a ranked answer by the `strength` of its episodes. */
export function byStrength(episodes: readonly Episode[]): Episode[] {
  return strongestFirst(episodes, ({ strength }) => strength === 'about');
}

/** Puts entries with `isFirst` first; the order within both kinds stays. */
export function strongestFirst<Entry>(
  entries: readonly Entry[],
  isFirst: (entry: Entry) => boolean,
): Entry[] {
  return entries.toSorted((left, right) => Number(isFirst(right)) - Number(isFirst(left)));
}
