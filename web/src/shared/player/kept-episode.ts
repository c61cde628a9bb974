const KEY = 'earshot.playing';

/** The JSON of the episode that was in this tab's player before a reload; null if there is none. */
export function keptEpisode(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps an episode's JSON until the tab is closed; null forgets it. */
export function keepEpisode(json: string | null): void {
  try {
    if (json === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, json);
  } catch {
    // Without storage, nothing is offered after a reload.
  }
}
