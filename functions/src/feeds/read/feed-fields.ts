import { type AtomFeed, parseAtomFeed, parseRssFeed, type RssFeed } from 'feedsmith';
import { type Attachment, isBareFile } from './feed-address.ts';
import type { HubLink } from './named-hub.ts';
import type { WrittenChapter, WrittenPerson, WrittenTranscript } from './episode-extras.ts';

/** Fields as written: not cleaned, limited or checked. Lists are in order of preference. */
export interface FeedFields {
  title: string | undefined;
  link: string | undefined;
  newFeedUrl: string | undefined;
  publisher: string | undefined;
  image: string | undefined;
  language: string | undefined;
  guid: string | undefined;
  /** True if the feed blocks all directories, or Earshot by name. */
  blocked: boolean;
  locked: boolean;
  links: HubLink[];
  persons: WrittenPerson[];
  dates: (string | undefined)[];
  items: ItemFields[];
}

export interface ItemFields {
  blocked: boolean;
  guid: string | undefined;
  titles: (string | undefined)[];
  link: string | undefined;
  attachments: Attachment[];
  image: string | undefined;
  descriptions: (string | undefined)[];
  dates: (string | undefined)[];
  /** Seconds. */
  duration: number | undefined;
  transcripts: WrittenTranscript[];
  chapters: WrittenChapter[];
  chaptersFile: WrittenTranscript | undefined;
  /** If not empty, replaces the show's persons (Podcasting 2.0). */
  persons: WrittenPerson[];
}

/** Apple ignores these fields, but feeds still contain them. */
interface RetiredItunesFields {
  owner?: { name?: string };
  summary?: string;
}

export function rssFields(xml: string): FeedFields {
  const feed = parseRssFeed(xml);
  return {
    title: feed.title ?? feed.itunes?.title,
    link: feed.link ?? alternateLink(feed.atom?.links),
    newFeedUrl: feed.itunes?.newFeedUrl,
    publisher:
      feed.itunes?.author ??
      retired(feed.itunes).owner?.name ??
      feed.managingEditor?.name ??
      feed.dc?.creators?.[0],
    image: feed.itunes?.image ?? feed.image?.url,
    language: feed.language ?? feed.dc?.languages?.[0] ?? feed.xml?.lang,
    guid: feed.podcast?.guid,
    blocked: isBlocked(feed),
    locked: feed.podcast?.locked?.value === true,
    links: feed.atom?.links ?? [],
    persons: feed.podcast?.persons ?? [],
    dates: [feed.pubDate, feed.lastBuildDate, ...(feed.dc?.dates ?? []), feed.atom?.updated],
    items: (feed.items ?? []).map(rssItemFields),
  };
}

export function atomFields(xml: string): FeedFields {
  const feed = parseAtomFeed(xml);
  return {
    title: feed.title?.value ?? feed.itunes?.title,
    link: alternateLink(feed.links),
    newFeedUrl: feed.itunes?.newFeedUrl,
    publisher: feed.itunes?.author ?? feed.authors?.[0]?.name ?? retired(feed.itunes).owner?.name,
    image: feed.itunes?.image ?? feed.logo ?? feed.icon,
    language: feed.xml?.lang,
    guid: undefined,
    blocked: feed.itunes?.block === true,
    locked: false,
    links: feed.links ?? [],
    persons: [],
    dates: [feed.updated],
    items: (feed.entries ?? []).map(atomItemFields),
  };
}

function rssItemFields(item: RssFeed.Item<string>): ItemFields {
  return {
    blocked: item.itunes?.block === true,
    guid: item.guid?.value,
    titles: [item.title, item.itunes?.title],
    link: item.link ?? alternateLink(item.atom?.links) ?? permalink(item.guid),
    attachments: [
      ...(item.enclosures ?? []).map(({ url, type }) => ({ url, type, isEnclosure: true })),
      ...mediaOf(item.media),
      ...alternativesOf(item.podcast),
    ],
    image: item.itunes?.image,
    descriptions: [item.description, item.content?.encoded, retired(item.itunes).summary],
    dates: datesOf(
      [item.pubDate, ...(item.dc?.dates ?? []), item.atom?.published],
      item.atom?.updated,
    ),
    duration: item.itunes?.duration,
    transcripts: item.podcast?.transcripts ?? [],
    chapters: item.psc?.chapters ?? [],
    chaptersFile: item.podcast?.chapters,
    persons: item.podcast?.persons ?? [],
  };
}

function atomItemFields(entry: AtomFeed.Entry<string>): ItemFields {
  const links = entry.links ?? [];
  return {
    blocked: entry.itunes?.block === true,
    guid: entry.id,
    titles: [entry.title?.value, entry.itunes?.title],
    link: alternateLink(links),
    attachments: [
      ...links
        .filter((link) => link.rel === 'enclosure')
        .map(({ href, type }) => ({ url: href, type, isEnclosure: true })),
      ...mediaOf(entry.media),
    ],
    image: entry.itunes?.image,
    descriptions: [entry.summary?.value, entry.content?.value, retired(entry.itunes).summary],
    dates: datesOf([entry.published, ...(entry.dc?.dates ?? [])], entry.updated),
    duration: entry.itunes?.duration,
    transcripts: [],
    chapters: entry.psc?.chapters ?? [],
    chaptersFile: undefined,
    persons: [],
  };
}

/** Uses `updated` only without any other date, because old items of an archive may have been updated recently. */
function datesOf(
  published: (string | undefined)[],
  updated: string | undefined,
): (string | undefined)[] {
  return published.some((date) => date?.trim()) ? published : [updated];
}

type Media = Pick<NonNullable<RssFeed.Item<string>['media']>, 'contents' | 'groups'>;

function mediaOf({ contents = [], groups = [] }: Media = {}): Attachment[] {
  return [...contents, ...groups.flatMap((group) => group.contents ?? [])].map(
    ({ url, type, medium }) => ({ url, type, medium }),
  );
}

function alternativesOf(podcast: RssFeed.Item<string>['podcast']): Attachment[] {
  return (podcast?.alternateEnclosures ?? []).flatMap(({ type, sources = [] }) =>
    sources.map(({ uri, contentType }) => ({ url: uri, type: contentType ?? type })),
  );
}

const OUR_SERVICE = 'earshot';

function isBlocked({ itunes, podcast }: RssFeed.Feed<string>): boolean {
  const blocks = podcast?.blocks ?? [];
  return (
    itunes?.block === true ||
    blocks.some(({ value, id = OUR_SERVICE }) => value === true && id.toLowerCase() === OUR_SERVICE)
  );
}

/** By RSS 2.0, a guid is the item's URL unless `isPermaLink` is false, but many guids are opaque ids. */
function permalink(guid: RssFeed.Item<string>['guid']): string | undefined {
  if (!guid?.value || guid.isPermaLink === false || isBareFile(guid.value)) return undefined;
  return guid.value;
}

function alternateLink(links: AtomFeed.Link<string>[] | undefined): string | undefined {
  return links?.find(({ rel }) => rel === undefined || rel === 'alternate')?.href;
}

function retired(itunes: RetiredItunesFields = {}): RetiredItunesFields {
  return itunes;
}
