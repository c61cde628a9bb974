/**
 * The collections of Firestore by id, in the order of a backup: records of what was told come before what is
 * still to be told. False for a collection that can be made anew and is not backed up.
 */
export const COLLECTIONS = {
  system: true,
  suppressions: true,
  mailEvents: true,
  apiKeys: true,
  channelSecrets: true,
  feedTokens: true,
  feedItems: true,
  digests: true,
  deliveries: true,
  ledger: true,
  channels: true,
  shows: true,
  bookmarks: true,
  alerts: true,
  users: true,
  rateLimits: false,
} as const;

export const KEPT_COLLECTIONS = Object.entries(COLLECTIONS).flatMap(([id, isKept]) =>
  isKept ? [id] : [],
);
