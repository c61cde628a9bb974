import type { Episode } from 'functions/contract';
import type { ReactNode } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';

// Needs the database, which is loaded for signed-in people alone.
const BookmarkToggle = latePart(
  () => import('#features/bookmarks/bookmark-toggle.tsx'),
  'BookmarkToggle',
  { fallback: null },
);

/** What a signed-in person can do with an episode, wherever it is listed. */
export function memberEpisodeActions(episode: Episode): ReactNode {
  return <BookmarkToggle episode={episode} />;
}
