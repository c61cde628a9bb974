import type { SearchedTexts } from '../../query/fields.ts';
import { type Match, phraseFinder } from '../../query/phrase-finder.ts';
import { type Term, termPhrase } from '../../query/query-plan.ts';
import { type NamedSpeaker, namesOfSpeakers, SPEAKER_FIELDS } from '../../query/speakers.ts';

/** A name that `guest:` or `by:` asks for. */
interface SpeakerMatch extends NamedSpeaker {
  matches: Match[];
}

type SpeakerTexts = Pick<SearchedTexts, 'publisher' | 'speakers'>;

export function speakerFinder(wanted: readonly Term[]): (texts: SpeakerTexts) => SpeakerMatch[] {
  const asked = SPEAKER_FIELDS.flatMap((field) => {
    const terms = wanted.filter((term) => term.field === field).map(termPhrase);
    return terms.length === 0 ? [] : [[field, phraseFinder(terms)] as const];
  });
  if (asked.length === 0) return () => [];
  const finders = new Map(asked);
  return (texts) =>
    namesOfSpeakers(texts).flatMap((named) => {
      const matches = finders.get(named.field)?.(named.name) ?? [];
      return matches.length === 0 ? [] : [{ ...named, matches }];
    });
}
