// Without zod, so that pages can know the limits before they load it.

/** Most alerts a person can save. */
export const MAX_ALERTS = 200;

/** Most bookmarks a person can keep. */
export const MAX_BOOKMARKS = 1000;

/**
 * The ids a new alert or bookmark may have: "000", "001" and so on, as many as the limit says. One
 * document fits into each, so a person has no more than there are ids. firestore.rules hold every
 * client to them; documents from before the limit keep the ids they have.
 * @param limit {@link MAX_ALERTS} or {@link MAX_BOOKMARKS}.
 */
export function slotIds(limit: number): string[] {
  return Array.from({ length: limit }, (_, slot) => String(slot).padStart(3, '0'));
}

/** Whether an id is a slot's, which another document may have had before. */
export function isSlotId(id: string): boolean {
  return /^\d{3}$/.test(id);
}

/**
 * The slot the search for a free one begins at, from 0 to 999, for an episode's bookmark: the same in
 * every tab, so that two that save the same episode at once meet there and store it once.
 * @param episodeId The episode's key.
 */
export async function firstBookmarkSlot(episodeId: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(episodeId));
  return new DataView(digest).getUint32(0) % MAX_BOOKMARKS;
}
