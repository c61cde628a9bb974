import type { Episode } from 'functions/contract';
import { lazy, type ReactNode } from 'react';
import { QuietBoundary } from './quiet-boundary.tsx';

// Needs the database, which is loaded for signed-in people alone.
const BookmarkToggle = lazy(async () => ({
  default: (await import('#features/bookmarks/bookmark-toggle.tsx')).BookmarkToggle,
}));

/** What a signed-in person can do with an episode, wherever it is listed. */
export function memberEpisodeActions(episode: Episode): ReactNode {
  return (
    <QuietBoundary fallback={null}>
      <BookmarkToggle episode={episode} />
    </QuietBoundary>
  );
}
