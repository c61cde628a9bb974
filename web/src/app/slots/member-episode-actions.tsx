import type { Episode } from 'functions/contract';
import type { ReactNode } from 'react';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';

// Needs the database, which is loaded for signed-in people alone.
const BookmarkToggle = lazyNamed(
  () => import('#features/bookmarks/bookmark-toggle.tsx'),
  'BookmarkToggle',
);

/** What a signed-in person can do with an episode, wherever it is listed. */
export function memberEpisodeActions(episode: Episode): ReactNode {
  return (
    <QuietBoundary fallback={null}>
      <BookmarkToggle episode={episode} />
    </QuietBoundary>
  );
}
