import { type FindGround, isAbout } from '../../catalogue/answers/match-strength.ts';
import { createSizedCache } from '../../platform/sized-cache.ts';
import { episodeGround, keywordGrounds } from './episode-ground.ts';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import type { MatchedEpisode } from './matched-episode.ts';
import { isForNames, isForNotesOnly, normalFormIn, type QueryKey } from './saved-keywords.ts';

export type ReadEpisodes = EpisodeSource['episodesWithIds'];

export interface UndecidedMatch {
  key: QueryKey;
  episode: Pick<MatchedEpisode, 'id' | 'item'>;
}

const MAX_GROUNDS_BYTES = 5_000_000;
const GROUNDS_BYTES = 5_000;
const known = createSizedCache<FindGround>(MAX_GROUNDS_BYTES, () => GROUNDS_BYTES);

function groundsOf(key: QueryKey): FindGround {
  let grounds = known.get(key);
  if (grounds === undefined) {
    known.set(key, (grounds = keywordGrounds(normalFormIn(key), isForNames(key))));
  }
  return grounds;
}

/** Filters matches to episodes about the keyword, by their current texts. Drops deleted episodes. */
export async function aboutMatches<M extends UndecidedMatch>(
  matches: readonly M[],
  read: ReadEpisodes,
): Promise<M[]> {
  const ids = new Set(matches.map(({ episode }) => episode.id));
  if (ids.size === 0) return [];
  const byItem = new Map((await read([...ids])).map((episode) => [episode.item, episode]));
  return matches.filter(({ key, episode }) => {
    const texts = byItem.get(episode.item);
    if (texts === undefined) return false;
    const keyword = normalFormIn(key);
    const spoken = isForNotesOnly(key) ? (false as const) : undefined;
    return isAbout(episodeGround(groundsOf(key), texts, { keyword, spoken }));
  });
}
