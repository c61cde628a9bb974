import { type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  markPrerenderedEpisodes,
  PrerenderedEpisodes,
  readPrerenderedEpisodes,
} from '#shared/page/prerendered-episodes.ts';

/**
 * Gives the first page of a visit the episodes it was prerendered with, and other pages none. During
 * prerendering, the build provides them.
 */
export function PrerenderedEpisodesProvider({ children }: { children: ReactNode }) {
  const given = use(PrerenderedEpisodes);
  const { pathname } = useLocation();
  const [arrival] = useState(() => ({
    pathname,
    episodes: given ?? readPrerenderedEpisodes(pathname),
  }));
  useEffect(markPrerenderedEpisodes, []);
  return (
    <PrerenderedEpisodes value={pathname === arrival.pathname ? arrival.episodes : null}>
      {children}
    </PrerenderedEpisodes>
  );
}
