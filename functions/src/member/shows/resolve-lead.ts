import * as z from 'zod';
import { clampText } from '../../contract/clamp-text.ts';
import type { KnownShow } from '../../catalogue/answers/known-shows.ts';
import { plainLine } from '../../feeds/read/plain-text.ts';
import { decodeFeed } from '../../feeds/read/feed-decoding.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { feedUrl } from '../../refresh/feed-list.ts';
import { appleLookup, MAX_LOOKUP_BYTES, readAppleLookup } from '../../feeds/apple-lookup.ts';
import { isPrivateFeed } from '../../feeds/private-feed.ts';
import { feedsInPage } from './feeds-in-page.ts';
import type { Lead } from './read-given.ts';
import {
  type FetchPublic,
  type OtherDocument,
  PRIVATE,
  type ReadShow,
  readShow,
  type Refused,
  refusal,
} from './read-show.ts';

export interface ShowSources {
  fetchPublic: FetchPublic;
  /** Such as `https://itunes.apple.com/lookup`. */
  appleLookupUrl: string;
  /** Returns only shows that are visible to the person. */
  catalogue: {
    showsByName: (name: string, limit: number) => Promise<KnownShow[]>;
    knownShows: (urls: readonly string[]) => Promise<KnownShow[]>;
  };
  noteNamed: (show: Pick<ReadShow, 'feedUrl' | 'title'>) => Promise<void>;
  now: number;
}

export type Resolved =
  { kind: 'one'; show: ReadShow; byApple?: true } | { kind: 'some'; shows: KnownShow[] } | Refused;

type Driver<K extends Lead['kind']> = (
  lead: Extract<Lead, { kind: K }>,
  sources: ShowSources,
) => Promise<Resolved>;

const MAX_FOUND = 10;
const MAX_FEEDS_PER_PAGE = 3;

const DRIVERS: { [K in Lead['kind']]: Driver<K> } = {
  address: async ({ url, name }, sources) => {
    const found = await fromAddress(url, sources);
    if (name === undefined || found.kind !== 'refused' || found.reason === 'private') return found;
    const named = await byName(name, sources);
    return named.kind === 'refused' ? found : named;
  },
  apple: ({ id }, sources) => fromApple(id, sources),
  index: () => answer('no-lookup', 'Links like this one are not supported.', NAME_INSTEAD),
  titled: async (lead, sources) => {
    const title = (lead.oEmbed && (await titleByOEmbed(lead.oEmbed, sources))) || lead.title;
    if (!title) {
      return answer(
        'no-lookup',
        `Links from ${lead.service} cannot be looked up right now.`,
        NAME_INSTEAD,
      );
    }
    const found = await byName(title, sources);
    return found.kind === 'refused'
      ? refusal(
          'exclusive',
          `No feed found for “${title}”. If it is only on ${lead.service}, it has none. Otherwise enter the address of its feed or its website.`,
        )
      : found;
  },
  name: ({ name }, sources) => byName(name, sources),
  private: () => Promise.resolve(PRIVATE),
  exclusive: ({ service }) =>
    answer('exclusive', `Shows on ${service} have no public feed, so they cannot be added.`),
  video: () =>
    answer(
      'not-found',
      'This is one video, not a show.',
      'Enter the link of its channel or playlist.',
    ),
  unknown: () =>
    answer(
      'not-found',
      'This is not the address of a show.',
      'Enter a name, a link or the address of its feed.',
    ),
};

const NAME_INSTEAD = 'Enter the show’s name or the address of its feed.';

/** Returns failures of services as refusals. */
export function resolveLead(lead: Lead, sources: ShowSources): Promise<Resolved> {
  const driver = DRIVERS[lead.kind] as Driver<Lead['kind']>;
  return driver(lead, sources);
}

function answer(reason: Refused['reason'], ...sentences: string[]): Promise<Refused> {
  return Promise.resolve(refusal(reason, sentences.join(' ')));
}

async function fromAddress(url: string, sources: ShowSources): Promise<Resolved> {
  const read = await readShow(url, sources.fetchPublic, sources.now);
  if ('feedUrl' in read) return { kind: 'one', show: read };
  if (read.kind === 'other') return fromPage(read, sources);
  // A show in the catalogue can be followed even if its feed is unreachable now.
  const known = read.reason === 'unreachable' ? await sources.catalogue.knownShows([url]) : [];
  return known.length > 0 ? { kind: 'some', shows: known } : read;
}

async function fromPage(document: OtherDocument, sources: ShowSources): Promise<Resolved> {
  const { feeds, appleId } = feedsInPage(
    decodeFeed(document.bytes, document.contentType),
    document.url,
  );
  let refused: Refused | undefined;
  for (const feed of feeds.slice(0, MAX_FEEDS_PER_PAGE)) {
    const read = await readShow(feed, sources.fetchPublic, sources.now);
    if ('feedUrl' in read) return { kind: 'one', show: read };
    if (read.kind === 'refused') refused ??= read;
  }
  if (appleId !== undefined) return fromApple(appleId, sources);
  return refused ?? answer('not-a-feed', 'This page has no podcast feed.', NAME_INSTEAD);
}

async function fromApple(id: string, sources: ShowSources): Promise<Resolved> {
  const url = appleLookup([id], sources.appleLookupUrl);
  const found = readAppleLookup(await fetchJson(url, sources));
  if (found === null) {
    return answer('no-lookup', 'Apple Podcasts cannot be searched right now.', NAME_INSTEAD);
  }
  const [show] = found;
  if (show === undefined) return answer('not-found', 'Apple Podcasts has no such show.');
  if (show.feedUrl === undefined) {
    return answer(
      'exclusive',
      'This show is only on Apple Podcasts and has no public feed, so it cannot be added.',
    );
  }
  const named = feedUrl(show.feedUrl) ?? show.feedUrl;
  if (isPrivateFeed(named)) return PRIVATE;
  const read = await fromAddress(named, sources);
  // Apple vouches only for the address that it lists. That address can redirect to a feed for members.
  return read.kind === 'one' && read.show.feedUrl === named ? { ...read, byApple: true } : read;
}

const oEmbedSchema = z.object({ title: z.string() });

async function titleByOEmbed(url: string, sources: ShowSources): Promise<string | undefined> {
  const read = oEmbedSchema.safeParse(await fetchJson(url, sources));
  if (!read.success) return undefined;
  return plainLine(read.data.title, 200) || undefined;
}

async function fetchJson(url: string, { fetchPublic }: ShowSources): Promise<unknown> {
  const fetched = await fetchPublic(url, {
    accept: 'application/json',
    maxBytes: MAX_LOOKUP_BYTES,
  });
  return fetched.kind === 'fetched' ? parseJson(fetched.bytes) : undefined;
}

async function byName(name: string, { catalogue }: ShowSources): Promise<Resolved> {
  const found = await catalogue.showsByName(name, MAX_FOUND);
  // Omit feeds of the operator that are files or private.
  const shows = found.filter(({ url }) => /^https?:/.test(url) && !isPrivateFeed(url));
  if (shows.length > 0) return { kind: 'some', shows };
  return answer(
    'not-found',
    `No show found for “${clampText(name, 100)}”.`,
    'Enter a link to it or the address of its feed.',
  );
}
