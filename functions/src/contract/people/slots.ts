// Must not import zod: pages load this file.

export const MAX_ALERTS = 200;

export const MAX_BOOKMARKS = 1000;

/** "000", "001" … firestore.rules allow only these document ids, which enforces `limit`. */
export function slotIds(limit: number): string[] {
  return Array.from({ length: limit }, (_, slot) => String(slot).padStart(3, '0'));
}

/** Where the search for a free slot starts. The hash makes two tabs choose the same slot for an episode. */
export async function firstBookmarkSlot(episodeId: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(episodeId));
  return new DataView(digest).getUint32(0) % MAX_BOOKMARKS;
}
