import * as z from 'zod/mini';
import type { MatchCache, MatchedEpisode } from './match-cache.ts';

type Header = Omit<MatchCache, 'queries'> & { episodes: number };
type QueryLine = [
  key: string,
  held: number[],
  counted: [span: number, number: number][],
  onProbation: number[],
  sinceMs: number,
];

const headerSchema = z.object({
  readUntilMs: z.number(),
  provenAtMs: z.number(),
  windowEpisodes: z.number(),
  partial: z.array(z.string()),
  lastRead: z.array(z.readonly(z.tuple([z.number(), z.string()]))),
  episodes: z.number(),
});

/** A header, the episodes, then the queries, which name episodes by their place. */
export function matchLines({ queries, ...state }: MatchCache): unknown[] {
  const places = new Map<MatchedEpisode, number>();
  const placeOf = (episode: MatchedEpisode) => {
    let place = places.get(episode);
    if (place === undefined) places.set(episode, (place = places.size));
    return place;
  };
  const lines = Array.from(queries, ([key, { held, counted, onProbation, sinceMs }]): QueryLine => [
    key,
    held.map(placeOf),
    [...counted],
    onProbation.map(placeOf),
    sinceMs,
  ]);
  const header: Header = { ...state, episodes: places.size };
  return [header, ...places.keys(), ...lines];
}

/** Throws if lines are missing. */
export function readMatchLines([first, ...lines]: readonly unknown[]): MatchCache {
  const { episodes: count, ...state } = headerSchema.parse(first);
  const episodes = lines.slice(0, count) as MatchedEpisode[];
  const episodeAt = (place: number) => {
    const episode = episodes[place];
    if (episode === undefined) throw new Error('An episode is missing');
    return episode;
  };
  const queries: MatchCache['queries'] = new Map();
  for (const [key, held, counted, onProbation, sinceMs] of lines.slice(count) as QueryLine[]) {
    queries.set(key, {
      sinceMs,
      held: held.map(episodeAt),
      counted: new Map(counted),
      onProbation: onProbation.map(episodeAt),
    });
  }
  return { ...state, queries };
}
