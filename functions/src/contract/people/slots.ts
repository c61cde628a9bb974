// No zod here: pages import the limits without loading zod.

export const MAX_ALERTS = 200;

export const MAX_BOOKMARKS = 1000;

/** "000", "001" … Each id holds one document, so firestore.rules enforce `limit` by the ids. */
export function slotIds(limit: number): string[] {
  return Array.from({ length: limit }, (_, slot) => String(slot).padStart(3, '0'));
}

/**
 * The slot (0 to 999) from which a free one is searched. It depends on the episode alone: two tabs
 * that save one episode at the same time store it once.
 */
export async function firstBookmarkSlot(episodeId: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(episodeId));
  return new DataView(digest).getUint32(0) % MAX_BOOKMARKS;
}
