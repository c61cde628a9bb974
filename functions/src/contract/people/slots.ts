// No zod: pages import these limits without loading zod.

export const MAX_ALERTS = 200;

export const MAX_BOOKMARKS = 1000;

/** "000", "001" …: one document per id, so that firestore.rules enforce `limit` by the ids. */
export function slotIds(limit: number): string[] {
  return Array.from({ length: limit }, (_, slot) => String(slot).padStart(3, '0'));
}

/** Where the search for a free slot (0 to 999) starts: a hash, so that two tabs save an episode only once. */
export async function firstBookmarkSlot(episodeId: string): Promise<number> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(episodeId));
  return new DataView(digest).getUint32(0) % MAX_BOOKMARKS;
}
