import { latePart } from '#shared/loading/late-part.tsx';

/** Lazy, because it needs Firestore. */
export const LateUnreadCount = latePart(
  () => import('#features/alerts/inbox/unread-count.tsx'),
  'UnreadCount',
  'afterwards',
);
