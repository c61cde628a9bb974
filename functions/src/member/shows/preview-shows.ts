import { clampText } from '../../contract/clamp-text.ts';
import {
  MAX_FEED_URL_LENGTH,
  MAX_OPML_FEEDS,
  type ShowPreviewLine,
  type ShowsPreview,
} from '../../contract/index.ts';
import { isPrivateFeed } from '../../feeds/private-feed.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import { feedUrl, listedAddress, outlinesOfList } from '../../refresh/feed-list.ts';
import type { OwnShows } from '../../accounts/firestore-shows.ts';
import { MAX_TITLE_LENGTH, PRIVATE } from './read-show.ts';

/** Predicts the outcome of following each feed of an OPML list. Returns null for any other text. Fetches nothing. */
export function previewShows(opml: string, { followed, room }: OwnShows): ShowsPreview | null {
  const lines: ShowPreviewLine[] = [];
  const seen = new Set<string>();
  try {
    for (const { title, address } of outlinesOfList(opml)) {
      if (lines.length === MAX_OPML_FEEDS) break;
      lines.push(lineOf(title, address));
    }
  } catch {
    return null; // The parser's errors quote the list.
  }
  return { lines, room };

  function lineOf(written: string, address: string): ShowPreviewLine {
    const url = feedUrl(listedAddress(address));
    if (url === null || url.length > MAX_FEED_URL_LENGTH) {
      return {
        title: titled(written),
        outcome: 'invalid',
        message: 'This is not a web address.',
      };
    }
    // Some lists use the address as title, so omit such a title of a private feed.
    if (isPrivateFeed(url)) {
      const title = /:\/\//.test(written) ? '' : written;
      return { title: titled(title), outcome: 'private', message: PRIVATE.message };
    }
    const showId = showIdOf(url);
    const line = { title: titled(written) || new URL(url).host, feedUrl: url, showId };
    if (seen.has(url)) return { ...line, outcome: 'duplicate' };
    seen.add(url);
    return { ...line, outcome: followed.includes(showId) ? 'following' : 'new' };
  }
}

function titled(written: string): string {
  return clampText(written.replace(/\s+/g, ' ').trim(), MAX_TITLE_LENGTH);
}
