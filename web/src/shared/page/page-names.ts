import { use, useEffect, useSyncExternalStore } from 'react';
import { PrerenderedEpisodes } from './prerendered-episodes.ts';

/** Names that the path of a page does not contain. */
export interface PageNames {
  show?: string | undefined;
  episode?: string | undefined;
  alert?: string | undefined;
}

let named: { path: string; names: PageNames } | null = null;
const listeners = new Set<() => void>();

/** Tells the header the names on this page, once they are loaded. */
export function useNamePage(path: string, { show, episode, alert }: PageNames): void {
  useEffect(() => {
    named = { path, names: { show, episode, alert } };
    for (const listener of listeners) listener();
  }, [path, show, episode, alert]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const get = () => named;

/** The names on the page at this path, or those that it was prerendered with. */
export function usePageNames(path: string): PageNames {
  const prerendered = use(PrerenderedEpisodes);
  const known = useSyncExternalStore(subscribe, get, () => null);
  if (known?.path === path) return known.names;
  if (!prerendered || prerendered.path !== path) return {};
  if (prerendered.show) return { show: prerendered.show.title };
  const [episode] = prerendered.about ? prerendered.episodes : [];
  return episode ? { show: episode.podcast, episode: episode.title } : {};
}
