import type { Episode } from 'functions/contract';
import type { ReactNode } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';

// Needs Firestore, which is loaded for signed-in people only.
const BookmarkToggle = latePart(
  () => import('#features/search/bookmarks/bookmark-toggle.tsx'),
  'BookmarkToggle',
  { fallback: null },
);

export function memberEpisodeActions(episode: Episode): ReactNode {
  return <BookmarkToggle episode={episode} />;
}
