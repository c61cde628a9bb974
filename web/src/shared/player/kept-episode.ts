import { keptText } from '#shared/text/kept-text.ts';

const kept = keptText('sessionStorage', 'earshot.playing');

/** The JSON of the episode in this tab's player before a reload; null if there is none. */
export const keptEpisode = kept.read;

/** Stores the JSON until the tab is closed; null removes it. */
export function keepEpisode(json: string | null): void {
  kept.write(json);
}
