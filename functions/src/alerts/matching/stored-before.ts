import type { ChangedEpisode } from '../../catalogue/changes/new-episode.ts';
import type { Beginning } from '../../catalogue/changes/beginning.ts';
import { DAY_MS } from '../../contract/index.ts';
import { type HeardShows, heardSinceMs } from './heard-shows.ts';
import type { EpisodeSource } from '../../catalogue/changes/episode-source.ts';
import { RECENT_DAYS, WINDOW_DAYS } from './match-window.ts';

const RECENT_MS = RECENT_DAYS * DAY_MS;

/**
 * A catalogue that was begun anew stores every episode again, days later than the one before. What was
 * published before it began, by a show that was heard before, counts as stored when it was still new: within
 * {@link RECENT_DAYS} of its publication, or when the show was first heard. So it is told as long as before,
 * and of a show that was never heard no more than of any new one.
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
      // The window contains nothing from before the beginning.
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
