import type { ChangedEpisode } from '../../catalogue/changes/new-episode.ts';
import type { Beginning } from '../../catalogue/changes/beginning.ts';
import { DAY_MS } from '../../contract/index.ts';
import { type HeardShows, heardSinceMs } from './heard-shows.ts';
import type { EpisodeSource } from '../../catalogue/changes/episode-source.ts';
import { RECENT_DAYS, WINDOW_DAYS } from './match-window.ts';

const RECENT_MS = RECENT_DAYS * DAY_MS;

/**
 * Corrects times of storing after the catalogue was begun anew: every episode is then stored again, days
 * after its first storing. An episode that was published before the beginning, by a show heard before, gets
 * the latest time at which it can first have been stored while it was new: {@link RECENT_DAYS} after its
 * publication, or when the show was first heard, whichever is later. Alerts then match it no longer than they
 * would have. Episodes of shows that were never heard keep their time, as with any new show.
 */
export function storedBefore(
  source: EpisodeSource,
  heardShows: () => Promise<HeardShows>,
  nowMs: number,
): EpisodeSource {
  return {
    beginning: () => source.beginning(),
    lastChangeMs: () => source.lastChangeMs(),
    episodesWithIds: (ids) => source.episodesWithIds(ids),
    async *changedEpisodes(changedSinceMs, window) {
      const begun = await source.beginning();
      const changed = source.changedEpisodes(changedSinceMs, window);
      // No episode of the window was published before the beginning.
      if (begun === null || begun.begunAtMs < nowMs - WINDOW_DAYS * DAY_MS - RECENT_MS) {
        yield* changed;
        return;
      }
      const heard = await heardShows();
      for await (const episode of changed) {
        const ingestedAtMs = storedAtMs(episode, begun, heard);
        if (ingestedAtMs >= window.storedSinceMs) yield { ...episode, ingestedAtMs };
      }
    },
  };
}

function storedAtMs(episode: ChangedEpisode, { begunAtMs }: Beginning, heard: HeardShows): number {
  const { pubDateMs, ingestedAtMs } = episode;
  if (pubDateMs >= begunAtMs || ingestedAtMs < begunAtMs) return ingestedAtMs;
  const sinceMs = heardSinceMs(heard, episode);
  if (sinceMs === null) return ingestedAtMs;
  return Math.min(ingestedAtMs, Math.max(pubDateMs + RECENT_MS, sinceMs));
}
