import { searchResponseSchema, toBookmark } from '../../functions/src/contract/index.ts';
import { asNewClient } from '../support/client.ts';
import type { Documents } from '../support/documents.ts';
import { siteUrl } from '../support/stack.ts';

/** Bookmarks the first results of a search for a member. */
export async function seedBookmarks(
  documents: Pick<Documents, 'seed'>,
  uid: string,
  keyword: string,
  count: number,
): Promise<void> {
  const answer = await fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asNewClient() },
    body: JSON.stringify({ keywords: [keyword], language: 'English' }),
  });
  const { episodes } = searchResponseSchema.parse(await answer.json());
  const createdAt = new Date();
  const bookmarks = episodes
    .slice(0, count)
    .map((episode, slot): [string, object] => [
      `users/${uid}/bookmarks/${String(slot).padStart(3, '0')}`,
      { ...toBookmark(episode), createdAt },
    ]);
  await documents.seed(Object.fromEntries(bookmarks));
}
