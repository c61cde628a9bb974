import { showsByName } from '../../functions/src/catalogue/answers/known-shows.ts';
import {
  blockedFeeds,
  blockFeed,
  unblockFeed,
} from '../../functions/src/catalogue/queue/feed-state.ts';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { feedUrl } from '../../functions/src/refresh/feed-list.ts';
import { plain, readCatalogue } from './shown-catalogue.ts';

const MAX_FOUND = 50;

export function foundText(catalogueUrl: string, words: string): Promise<string> {
  return readCatalogue(catalogueUrl, async (catalogue) => {
    const found = await catalogue.read(() => showsByName(words, MAX_FOUND));
    if (found.length === 0) return `No public show has these words in its title: ${words}.`;
    return found.map(feedText).join('\n');
  });
}

export function blockedText(catalogueUrl: string): Promise<string> {
  return readCatalogue(catalogueUrl, async (catalogue) => {
    const blocked = await catalogue.read(blockedFeeds);
    return [`Blocked feeds: ${blocked.length}.`, ...blocked.map(feedText)].join('\n');
  });
}

function feedText({ title, url }: { title: string; url: string }): string {
  return `${url}  ${plain(title) || 'no title yet'}`;
}

/** Blocks or unblocks a feed. Throws if a feed to unblock is not blocked. */
export async function changeBlock(
  catalogueUrl: string,
  address: string,
  isBlocked: boolean,
): Promise<string> {
  const url = feedUrl(address);
  if (url === null) throw new Error(`${address} is no address of a feed.`);
  const now = Date.now();
  const isChanged = await updateCatalogue(catalogueUrl, (catalogue) =>
    catalogue.write(function* () {
      if (!isBlocked) return yield* unblockFeed(url, now);
      yield* blockFeed(url, now);
      return true;
    }),
  );
  if (!isChanged) throw new Error(`${url} is not blocked; --blocked lists what is.`);
  return isBlocked ? `Blocked: ${url}.` : `No longer blocked: ${url}.`;
}
