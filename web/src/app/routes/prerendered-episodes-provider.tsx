import { type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  markPrerenderedEpisodes,
  PrerenderedEpisodes,
  readPrerenderedEpisodes,
} from '#shared/page/prerendered-episodes.ts';

/**
 * Gives the page a visitor arrives at the episodes it was prerendered with, and no other page. Where
 * the page is being prerendered they are given from outside already.
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
