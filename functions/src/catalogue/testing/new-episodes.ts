import type { CatalogueReader } from '../catalogue.ts';
import type { ChangedEpisode, NewEpisode } from '../store/new-episode.ts';
import { changedEpisodes } from '../store/new-episodes.ts';

/** Episodes stored since `sinceMs` and published since `publishedSinceMs` (epoch ms), newest first. */
export async function* newEpisodes(
  catalogue: CatalogueReader,
  sinceMs: number,
  publishedSinceMs: number,
): AsyncGenerator<NewEpisode> {
  const window = { storedSinceMs: sinceMs, publishedSinceMs };
  const found: ChangedEpisode[] = [];
  for await (const episode of changedEpisodes(catalogue, 0, window)) found.push(episode);
  found.sort((left, right) => right.id - left.id);
  yield* found.map(withoutPosition);
}

function withoutPosition(episode: ChangedEpisode): NewEpisode {
  const facts: Partial<ChangedEpisode> & NewEpisode = { ...episode };
  delete facts.id;
  delete facts.changedAtMs;
  return facts;
}
