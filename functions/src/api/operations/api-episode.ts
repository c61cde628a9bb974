import type * as z from 'zod';
import { type Episode, MACHINE_SPEAKER, withoutHighlights } from '../../contract/index.ts';
import { episodeLink } from '../../delivery/site-links.ts';
import { describedItemId } from '../../platform/item-id.ts';
import { tidyText } from '../../platform/one-line.ts';
import type { apiEpisodeSchema } from './shapes.ts';

export function apiEpisode(episode: Episode, siteUrl: string): z.input<typeof apiEpisodeSchema> {
  const { title, link, podcast, image, audio, duration_s: duration, transcript } = episode;
  const { foundIn = [], spoken = [], alsoIn = [], pub_date_ms: pubDateMs } = episode;
  const page = episodeLink(siteUrl, episode);
  return {
    id: episode.id ?? describedItemId({ link, title, podcast, audio, pubDateMs }),
    title: plainText(title),
    ...(link !== '' && { url: link }),
    ...(page !== null && { page }),
    show: plainText(podcast),
    publisher: plainText(episode.publisher),
    published: new Date(pubDateMs ?? 0).toISOString(),
    ...(duration !== undefined && { duration_seconds: duration }),
    ...(audio !== undefined && { audio }),
    ...(image !== '' && { image }),
    excerpt: plainText(episode.description),
    ...(episode.strength && { strength: episode.strength }),
    ...(episode.why && { why: episode.why }),
    found_in: foundIn.map(({ place, text }) => ({ place, text: plainText(text) })),
    said: spoken.map(({ text, atMs, speaker }) => ({
      at_seconds: atMs === null ? null : Math.floor(atMs / 1000),
      text: plainText(text),
      ...(speaker !== undefined && speaker !== MACHINE_SPEAKER && { speaker: plainText(speaker) }),
    })),
    said_total: episode.spokenTotal ?? 0,
    ...(transcript !== undefined && { transcript }),
    ...(episode.machineTranscript && { machine_transcript: true as const }),
    ...(episode.timesMayDiffer && { times_may_differ: true as const }),
    also_in: alsoIn.map((show) => plainText(show.podcast)),
    ...(episode.forFollowers && { for_followers: true as const }),
  };
}

/** Returns the text on one line, without highlight markers and bidirectional control characters. */
export function plainText(text: string): string {
  return tidyText(withoutHighlights(text)).trim();
}
