import { type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  isOfPage,
  markPrerenderedEpisodes,
  PrerenderedEpisodes,
  readPrerendered,
} from '#shared/page/prerendered-episodes.ts';

/**
 * Gives the first page of a visit the results it was prerendered with, and other pages none. During
 * prerendering, they are given from outside.
 */
export function PrerenderedEpisodesProvider({ children }: { children: ReactNode }) {
  const given = use(PrerenderedEpisodes);
  const location = useLocation();
  const [results] = useState(() => given ?? readPrerendered());
  useEffect(markPrerenderedEpisodes, []);
  const own = results && isOfPage(results, location) ? results : null;
  return <PrerenderedEpisodes value={own}>{children}</PrerenderedEpisodes>;
}
