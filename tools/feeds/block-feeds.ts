import { showsByName } from '../../functions/src/catalogue/answers/known-shows.ts';
import {
  blockedFeeds,
  blockFeed,
  feedOfShow,
  type LargeFeed,
  largestFeeds,
  unblockFeed,
} from '../../functions/src/catalogue/queue/feed-state.ts';
import { noteBlock } from '../../functions/src/alerts/outbox/blocked-shows.ts';
import { openObjects } from '../../functions/src/catalogue/file/object-store.ts';
import { showIdOf } from '../../functions/src/feeds/show-id.ts';
import { readConfig } from '../../functions/src/platform/config.ts';
import { updateCatalogue } from '../../functions/src/catalogue/file/update-catalogue.ts';
import { feedUrl } from '../../functions/src/refresh/feed-list.ts';
import { plain, readCatalogue } from './shown-catalogue.ts';

const MAX_FOUND = 50;
const SHOW_ID = /^[0-9a-f]{20}$/;

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

const MAX_LARGEST = 20;

export function largestText(catalogueUrl: string): Promise<string> {
  return readCatalogue(catalogueUrl, async (catalogue) => {
    const largest = await catalogue.read(() => largestFeeds(MAX_LARGEST));
    if (largest.length === 0) return 'No feed has episodes.';
    return largest.map(largeFeedText).join('\n');
  });
}

function largeFeedText({ stored, leftOut, newCount, ...feed }: LargeFeed): string {
  const by = feed.source === 'list' ? 'your list' : `${feed.followers} followers`;
  const counts = `${stored} episodes, ${newCount} of the last day, ${leftOut} left out, ${by}`;
  return `${counts}: ${feedText(feed)}${feed.showId === null ? '' : `, --block ${feed.showId}`}`;
}

export interface NamedFeed {
  url: string;
  /** The address of a show that only its id names may be secret, so its id is shown. */
  shown: string;
}

/** Finds a feed by its address or show id. Throws if the text is neither. */
export async function feedNamed(catalogueUrl: string, text: string): Promise<NamedFeed> {
  const isShowId = SHOW_ID.test(text);
  const url = isShowId
    ? await readCatalogue(catalogueUrl, (catalogue) => catalogue.read(() => feedOfShow(text)))
    : feedUrl(text);
  if (url === null) throw new Error(`${text} is no ${isShowId ? 'show id' : 'address'} of a feed.`);
  return { url, shown: isShowId ? text : url };
}

/** Blocks or unblocks a feed, named by its address or show id. Throws if a feed to unblock is not blocked. */
export async function changeBlock(
  catalogueUrl: string,
  address: string,
  isBlocked: boolean,
): Promise<string> {
  const { url, shown } = await feedNamed(catalogueUrl, address);
  const now = Date.now();
  const isChanged = await updateCatalogue(catalogueUrl, (catalogue) =>
    catalogue.write(function* () {
      if (!isBlocked) return yield* unblockFeed(url, now);
      yield* blockFeed(url, now);
      return true;
    }),
  );
  if (!isChanged) throw new Error(`${shown} is not blocked; --blocked lists what is.`);
  // After the catalogue, so that a failure is repaired by the next run of alerts.
  const { ALERT_INDEX_URL } = readConfig({ ...process.env, CATALOGUE_URL: catalogueUrl });
  await noteBlock(openObjects(ALERT_INDEX_URL), showIdOf(url), isBlocked, now);
  return isBlocked ? `Blocked: ${shown}.` : `No longer blocked: ${shown}.`;
}
