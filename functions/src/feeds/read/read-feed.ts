import { webAddress } from '../../contract/index.ts';
import { imageAddress, linkAddress, unescapedAddress } from './feed-address.ts';
import { decodeFeed } from './feed-decoding.ts';
import { feedRoot } from './feed-root.ts';
import { atomFields, type FeedFields, rssFields } from './feed-fields.ts';
import { cleanItems, countDrop } from './feed-items.ts';
import { type FeedFailure, type FeedReading, type FeedShow, refused } from '../feed-model.ts';
import type { FeedStructure } from './check-feed-xml.ts';
import { namedHub } from './named-hub.ts';
import { isReadable, plainLine } from './plain-text.ts';
import { dropBoilerplate } from './drop-boilerplate.ts';
import { plainTitle } from './plain-title.ts';
import { checkAndRepair } from './repair-items.ts';
import { withResolvedBases } from './resolve-bases.ts';
import { withPlainDurations } from './written-duration.ts';

/** UTF-16 code units. */
export const MAX_NAME_LENGTH = 300;
/** BCP 47 language tags are shorter. */
const MAX_LANGUAGE_LENGTH = 35;

/**
 * Never throws, makes no requests, and expands only HTML entities. Drops items older than `keptSinceMs`,
 * except the newest 60.
 * @param now Above the item limit, items dated more than a day after `now` are dropped first. Callers decide
 * about all other future dates.
 * @param maxLength UTF-16 code units. Items beyond it are not parsed.
 */
export function readFeed(
  bytes: Uint8Array,
  contentType: string | null,
  now: number,
  feedUrl: string | null = null,
  keptSinceMs = -Infinity,
  maxLength = Infinity,
): FeedReading {
  const { xml, itemsLeft } = cutFeed(decodeFeed(bytes, contentType), maxLength);
  const structure = checkAndRepair(xml);
  if ('kind' in structure) return structure;
  const fields = fieldsOf(structure, feedUrl);
  if ('kind' in fields) return fields;

  const link = linkAddress(fields.link, null, feedUrl);
  const show = showOf(fields, link, feedUrl);
  const { persons, dates } = fields;
  const defaults = { ...show, link, feedUrl, persons, dates };
  const { items, blocked, dropped, unread } = cleanItems(fields.items, defaults, now, keptSinceMs);
  // feedsmith omits empty items and includes items outside the channel.
  const itemsFound = Math.max(structure.itemsFound, fields.items.length);
  countDrop(dropped, 'empty', itemsFound - fields.items.length);
  countDrop(dropped, 'broken', structure.itemsCut);
  return {
    kind: 'read',
    show,
    items: dropBoilerplate(items),
    ...(blocked && { blocked }),
    itemsFound: itemsFound + structure.itemsCut + itemsLeft,
    dropped,
    ...(unread && { unread }),
  };
}

/**
 * Cuts a feed after the last item that ends within `maxLength`, in linear time. The result is not well-formed
 * if no item ends there.
 */
function cutFeed(xml: string, maxLength: number): { xml: string; itemsLeft: number } {
  if (xml.length <= maxLength) return { xml, itemsLeft: 0 };
  const root = feedRoot(xml);
  const name = root.kind === 'tag' ? root.name : '';
  const isRss = name.toLowerCase() === 'rss';
  const prefix = name.slice(0, name.indexOf(':') + 1);
  const itemEnd = isRss ? '</item>' : `</${prefix}entry>`;
  const end = xml.lastIndexOf(itemEnd, maxLength) + itemEnd.length;
  if (end < itemEnd.length) return { xml: xml.slice(0, maxLength), itemsLeft: 0 };
  let itemsLeft = 0;
  for (let at = xml.indexOf(itemEnd, end); at >= 0; at = xml.indexOf(itemEnd, at + 1))
    itemsLeft += 1;
  return { xml: `${xml.slice(0, end)}${isRss ? '</channel>' : ''}</${name}>`, itemsLeft };
}

function fieldsOf(
  { format, text }: FeedStructure,
  feedUrl: string | null,
): FeedFields | FeedFailure {
  try {
    const xml = withResolvedBases(withPlainDurations(text), feedUrl);
    return format === 'rss' ? rssFields(xml) : atomFields(xml);
  } catch {
    // feedsmith's errors quote the feed, so they are not passed on.
    return refused('not-a-feed', 'The document has no channel, or not the elements of a feed.');
  }
}

function showOf(fields: FeedFields, link: string | null, feedUrl: string | null): FeedShow {
  const title =
    readableName(fields.title) ?? (link === null ? 'Untitled podcast' : new URL(link).hostname);
  const guid = plainLine(fields.guid ?? '', MAX_NAME_LENGTH).toLowerCase();
  const hub = namedHub(fields.links);
  const newFeedUrl = webAddress(unescapedAddress(fields.newFeedUrl?.trim() ?? ''));
  return {
    title,
    publisher: readableName(fields.publisher) ?? title,
    image: imageAddress(fields.image, link, feedUrl),
    language: plainLine(fields.language ?? '', MAX_LANGUAGE_LENGTH) || null,
    blocked: fields.blocked,
    ...(fields.locked && { locked: true }),
    ...(link !== null && { link }),
    ...(newFeedUrl !== '' && { newFeedUrl }),
    ...(guid !== '' && { guid }),
    ...(hub !== null && { hub }),
  };
}

function readableName(written: string | undefined): string | undefined {
  const name = plainTitle(written ?? '', MAX_NAME_LENGTH);
  return isReadable(name) ? name : undefined;
}
