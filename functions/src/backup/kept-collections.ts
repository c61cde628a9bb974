/**
 * The collections of Firestore, by id, in the order in which a backup holds them: what says that something was
 * told comes before what is to be told. False: it can be made anew, and is in no backup.
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
