import pLimit from 'p-limit';
import {
  type FollowLine,
  MAX_SHOWS,
  MAX_SHOWS_A_DAY,
  type ShowsFollowed,
} from '../../contract/index.ts';
import { feedUrl as webFeedUrl } from '../../refresh/feed-list.ts';
import { isPrivateFeed } from '../../feeds/private-feed.ts';
import { showIdOf } from '../../feeds/show-id.ts';
import type { Followed, OwnShows, Show } from '../../accounts/firestore-shows.ts';
import { PRIVATE, type ReadShow, readShow } from './read-show.ts';
import type { ShowSources } from './resolve-lead.ts';

const CONCURRENT_FETCHES = 4;

export interface FollowStore {
  ownShows: () => Promise<OwnShows>;
  followShow: (show: Show) => Promise<Followed>;
}

const MESSAGES = {
  limit: `You have reached the limit of ${MAX_SHOWS} shows.`,
  'daily-limit': `You can add ${MAX_SHOWS_A_DAY} shows a day. Try again tomorrow.`,
} as const;

type Line = Omit<FollowLine, 'feedUrl'>;

/** Fetches only as many feeds as the person can still follow today. Returns one line per feed, in order. Idempotent. */
export async function followShows(
  feedUrls: readonly string[],
  store: FollowStore,
  sources: ShowSources,
): Promise<ShowsFollowed> {
  const { followed, room } = await store.ownShows();
  const limit = pLimit(CONCURRENT_FETCHES);
  const lines = new Map<string, Promise<FollowLine>>();
  let wanted = 0;
  // Store shows one after another, because transactions on one person's documents would block each other.
  let stored: Promise<unknown> = Promise.resolve();

  async function follow(feedUrl: string): Promise<Line> {
    const read = await limit(() => readOrKnown(feedUrl, sources));
    if ('outcome' in read) return read;
    const [known] = await sources.catalogue.knownShows([read.feedUrl]);
    const show: Show = { ...read, ...(known?.isPublic === true && { isPublic: true }) };
    const done = stored.then(() => store.followShow(show));
    stored = done.catch(() => undefined);
    return lineOf(await done, showIdOf(read.feedUrl));
  }

  for (const given of new Set(feedUrls)) {
    const line = (): Line | Promise<Line> => {
      const feedUrl = webFeedUrl(given);
      if (feedUrl === null) return refused('failed', 'This is not the address of a feed.');
      if (isPrivateFeed(feedUrl)) return refused('private', PRIVATE.message);
      const showId = showIdOf(feedUrl);
      if (followed.includes(showId)) return { showId, outcome: 'following' };
      wanted += 1;
      if (wanted <= room) return follow(feedUrl);
      return lineOf(followed.length + wanted > MAX_SHOWS ? 'limit' : 'daily-limit', '');
    };
    lines.set(
      given,
      Promise.resolve(line()).then((made) => withUrl(given, made)),
    );
  }
  return { lines: await Promise.all(feedUrls.flatMap((url) => lines.get(url) ?? [])) };
}

function lineOf(outcome: Followed, showId: string): Line {
  if (outcome === 'limit' || outcome === 'daily-limit') {
    return { showId: '', outcome, message: MESSAGES[outcome] };
  }
  return { showId, outcome };
}

function refused(outcome: 'private' | 'failed', message: string): Line {
  return { showId: '', outcome, message };
}

/** Omits a private address, which is not shown even to the person who entered it. */
function withUrl(feedUrl: string, line: Line): FollowLine {
  const isShown = line.outcome !== 'private' && webFeedUrl(feedUrl) !== null;
  return { feedUrl: isShown ? feedUrl : '', ...line };
}

async function readOrKnown(feedUrl: string, sources: ShowSources): Promise<Show | Line> {
  const read = await readShow(feedUrl, sources.fetchPublic, sources.now);
  if ('feedUrl' in read) return storedShow(read);
  if (read.kind === 'other') return refused('failed', 'There is no feed at this address.');
  if (read.reason === 'private') return refused('private', read.message);
  const [known] = await sources.catalogue.knownShows([feedUrl]);
  if (known?.isHeard !== true) return refused('failed', read.message);
  return {
    feedUrl,
    title: known.title,
    ...(known.publisher !== null && { publisher: known.publisher }),
  };
}

function storedShow({ feedUrl, title, publisher, link, image }: ReadShow): Show {
  return {
    feedUrl,
    title,
    ...(publisher !== undefined && { publisher }),
    ...(link !== undefined && { link }),
    ...(image !== undefined && { image }),
  };
}
