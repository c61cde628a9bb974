// No zod: pages import these limits without loading zod.

export const MAX_ALERTS = 200;

export const MAX_BOOKMARKS = 1000;

/** "000", "001" …: firestore.rules allow documents with these ids only, which enforces `limit`. */
export function slotIds(limit: number): string[] {
  return Array.from({ length: limit }, (_, slot) => String(slot).padStart(3, '0'));
}

/**
 * The slot (0 to 999) at which the search for a free one starts: a hash of the episode's id, so that two tabs
 * that save the same episode choose the same slot.
 */
export async function firstBookmarkSlot(episodeId: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(episodeId));
  return new DataView(digest).getUint32(0) % MAX_BOOKMARKS;
}
