import type { NewEpisode } from '../../catalogue/new-episode.ts';

/** What says that an episode was told: if the sent log has one of them for an alert, it was. */
export interface ToldKeys {
  /** What only this episode is known by: told with it, whichever of its copies the email shows. */
  own: readonly string[];
  /** What it shares with its copies in other feeds: told only with the copy that the email shows. */
  shared: readonly string[];
}

/** Of episodes that many people are told, made once. */
const made = new WeakMap<NewEpisode, ToldKeys>();

/**
 * The keys of an episode: the item of its feed; show, title and day, for feeds change guids and shows
 * change feeds; and what it shares with its copies in other feeds. "C", "C++" and "C#" are three titles.
 */
export function toldKeys(episode: NewEpisode): ToldKeys {
  let keys = made.get(episode);
  if (keys === undefined) {
    const { item, podcast, title, pubDateMs, copies } = episode;
    const day = new Date(pubDateMs).toISOString().slice(0, 10);
    keys = {
      own: [item, [plain(podcast), plain(title), day].join('\n')],
      shared: (copies?.keys ?? []).map((key) => `copy ${key}`),
    };
    made.set(episode, keys);
  }
  return keys;
}

/** Without regard to case and white space; signs count. */
function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
