import type { EpisodeMention } from '../../contract/index.ts';
import { pieceAt } from '../../feeds/transcripts/spoken-matches.ts';
import type { SpokenText } from '../../feeds/transcripts/spoken-text.ts';
import type { Topic } from '../../platform/public-pages.ts';
import { phraseFinder } from '../../query/phrase-finder.ts';
import { planQuery } from '../../query/plan-query.ts';
import { wantedPhrases } from '../../query/query-plan.ts';

/** Max length of a transcript that is read for mentions, UTF-16 code units: about six hours of speech. */
const MAX_READ = 400_000;

/** Returns a function that finds the topics of an episode, in the order in which they are said or written. */
export function mentionFinder(topics: readonly Topic[]) {
  const known = topics.flatMap(({ path, keywords }) => {
    const plan = planQuery(keywords);
    const phrases = plan === null ? [] : wantedPhrases(plan);
    return phrases.length === 0 ? [] : [{ path, phrases, find: phraseFinder(phrases) }];
  });
  const findAny = phraseFinder(known.flatMap(({ phrases }) => phrases));
  const cached = new Map<string, string[]>();

  /** The pages that a matching stretch of text means; stretches repeat, so few are looked at. */
  function pathsOf(matching: string): string[] {
    const paths =
      cached.get(matching) ??
      known.filter(({ find }) => find(matching).length > 0).map(({ path }) => path);
    if (cached.size < 1000) cached.set(matching, paths);
    return paths;
  }

  return (texts: readonly string[], spoken: SpokenText | null): EpisodeMention[] => {
    const found = new Map<string, EpisodeMention>();
    if (spoken !== null) {
      const text = spoken.text.slice(0, MAX_READ);
      for (const { start, end } of findAny(text)) {
        const atMs = spoken.timesMs[pieceAt(spoken.starts, start)] ?? undefined;
        for (const path of pathsOf(text.slice(start, end))) {
          const first = found.get(path);
          if (first?.atMs === undefined)
            found.set(path, { path, ...(atMs !== undefined && { atMs }) });
        }
      }
    }
    for (const text of texts) {
      for (const { start, end } of findAny(text)) {
        for (const path of pathsOf(text.slice(start, end)))
          if (!found.has(path)) found.set(path, { path });
      }
    }
    return [...found.values()];
  };
}
