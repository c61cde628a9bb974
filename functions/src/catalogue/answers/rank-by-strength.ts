import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { type Episode, MAX_EPISODES } from '../../contract/index.ts';
import { type QueryPlan, wantedSpoken, soughtTerms } from '../../query/query-plan.ts';
import { SEARCHED_COLUMNS } from '../schema/episode-row.ts';
import { groundFinder, isAbout, isOftenSaid } from './match-strength.ts';
import { type PackedTranscript, quoteTranscripts } from './quote-transcripts.ts';

export interface CandidateTexts {
  /** Reads {@link CANDIDATE_COLUMNS} of these episodes; returns the rows in any order. */
  candidates(ids: readonly number[]): Promise<readonly (readonly unknown[])[]>;
  /** Reads the first transcripts with a match, at most `most`. */
  transcripts(ids: readonly number[], most: number): Promise<PackedTranscript[]>;
}

export const CANDIDATE_COLUMNS = ['id', ...SEARCHED_COLUMNS, 'language'].join(', ');

const text = z.string();
const candidateRow = z.tuple([z.number(), text, text, text, text, text, text, text.nullable()]);

const PAGE = 100;

/**
 * Returns the ids of candidates with strength `about`. Reads a transcript only if the other texts do not decide, and
 * only the newest {@link MAX_EPISODES} transcripts.
 * @param candidates Newest first.
 */
export async function findAbout(
  plan: QueryPlan,
  candidates: readonly { id: number; isSaid: boolean }[],
  texts: CandidateTexts,
  signal?: AbortSignal,
): Promise<Set<number>> {
  const about = new Set<number>();
  const groundIn = groundFinder(soughtTerms(plan));
  const ids = candidates.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += PAGE) {
    for (const values of await texts.candidates(ids.slice(start, start + PAGE))) {
      const [id, title, podcast, publisher, description, persons, chapters, language] =
        candidateRow.parse(values);
      const written = { title, podcast, publisher, description, persons, chapters, language };
      if (isAbout(groundIn(written))) about.add(id);
    }
    await nextTurn();
    signal?.throwIfAborted();
  }
  const phrases = wantedSpoken(plan);
  const undecided = candidates
    .filter(({ id, isSaid }) => isSaid && !about.has(id))
    .map(({ id }) => id);
  if (undecided.length === 0 || phrases.length === 0) return about;
  const transcripts = await texts.transcripts(undecided, MAX_EPISODES);
  for (const [id, said] of await quoteTranscripts(phrases, transcripts, signal)) {
    if (isOftenSaid(said)) about.add(id);
  }
  return about;
}

export function byStrength(episodes: readonly Episode[]): Episode[] {
  return strongestFirst(episodes, ({ strength }) => strength === 'about');
}

export function strongestFirst<Entry>(
  entries: readonly Entry[],
  isFirst: (entry: Entry) => boolean,
): Entry[] {
  return entries.toSorted((left, right) => Number(isFirst(right)) - Number(isFirst(left)));
}
