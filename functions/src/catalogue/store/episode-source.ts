import type { WorkReader } from '../schema/work.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { type Beginning, beginning } from './beginning.ts';
import { blockedUrls } from './feeds.ts';
import type { ChangedEpisode, NewEpisode } from './new-episode.ts';
import {
  changedEpisodes,
  type ChangeWindow,
  episodesWithIds,
  lastChangeMs,
} from './new-episodes.ts';

export interface EpisodeSource {
  beginning: () => Promise<Beginning | null>;
  changedEpisodes: (changedSinceMs: number, window: ChangeWindow) => AsyncIterable<ChangedEpisode>;
  lastChangeMs: () => Promise<number>;
  episodesWithIds: (ids: readonly number[]) => Promise<NewEpisode[]>;
  /** Ids of the shows whose feeds {@link blockedUrls} lists. */
  blockedShows: () => Promise<ReadonlySet<string>>;
}

export function episodeSource(catalogue: WorkReader): EpisodeSource {
  return {
    beginning: () => catalogue.read(beginning),
    changedEpisodes: (changedSinceMs, window) => changedEpisodes(catalogue, changedSinceMs, window),
    lastChangeMs: () => catalogue.read(lastChangeMs),
    episodesWithIds: (ids) => catalogue.read(() => episodesWithIds(ids)),
    blockedShows: async () => new Set((await catalogue.read(blockedUrls)).map(showIdOf)),
  };
}
