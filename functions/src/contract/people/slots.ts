// No zod here, so that pages can import the limits without loading it.

/** Most alerts a person can save. */
export const MAX_ALERTS = 200;

/** Most bookmarks a person can keep. */
export const MAX_BOOKMARKS = 1000;

/**
 * The document ids that a new alert or bookmark may have: "000", "001" and so on, up to the limit.
 * Each id holds one document, so a person cannot have more than there are ids; firestore.rules
 * enforce it.
 * @param limit {@link MAX_ALERTS} or {@link MAX_BOOKMARKS}.
 */
export function slotIds(limit: number): string[] {
  return Array.from({ length: limit }, (_, slot) => String(slot).padStart(3, '0'));
}

/**
 * The slot, 0 to 999, from which a free one is searched for an episode's bookmark. It is the same
 * in every tab, so that two tabs that save one episode at the same time meet there and store it
 * once.
 * @param episodeId The episode's key.
 */
export async function firstBookmarkSlot(episodeId: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(episodeId));
  return new DataView(digest).getUint32(0) % MAX_BOOKMARKS;
}
