import { sharedCatalogueReader } from '../../catalogue/file/open-catalogue.ts';
import { NO_VALIDATORS, refused } from '../../feeds/feed-model.ts';
import { fetchFeed } from '../../feeds/fetch/fetch-feed.ts';
import { localHosts } from '../../feeds/fetch/public-host.ts';
import { config } from '../../platform/config.ts';
import { createClientFinder, type ClientSource } from '../../platform/clients/client.ts';
import { countInFirestore } from '../../platform/clients/firestore-rate-limit.ts';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { createFeedAllowance } from './feed-allowance.ts';
import { followShow, noteNamed, ownShows } from '../../accounts/firestore-shows.ts';
import { followShows as follow } from './follow-shows.ts';
import { lookUpShow as lookUp } from './look-up-show.ts';
import type { ShowSources } from './resolve-lead.ts';
import { knownShows, showsByName } from '../../catalogue/answers/known-shows.ts';

/** For all fetches of one lookup; less than the function's timeout. */
const LOOKUP_TIMEOUT_MS = 40_000;

function sources(
  { uid, rawRequest }: { uid: string; rawRequest: ClientSource },
  followed: readonly string[],
): ShowSources {
  const { FUNCTIONS_EMULATOR: emulated, APPLE_LOOKUP_URL, CATALOGUE_URL, ...settings } = config();
  const client = createClientFinder(settings.TRUSTED_PROXIES)(rawRequest);
  const allowsFetch = createFeedAllowance({ uid, client }, countInFirestore);
  const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS);
  const allowPrivate = localHosts(emulated);
  return {
    async fetchPublic(url, options = {}) {
      // Only requests to directories and oEmbed services set `accept`. The limit of lookups already covers those.
      if (options.accept === undefined && !(await allowsFetch(url))) {
        return refused('asked-too-often', 'Too many documents were fetched.');
      }
      return fetchFeed(url, NO_VALIDATORS, {
        allowPrivate,
        signal,
        onlyBeginning: true,
        ...options,
      });
    },
    appleLookupUrl: APPLE_LOOKUP_URL,
    catalogue: {
      showsByName: async (name, limit) =>
        (await sharedCatalogueReader(CATALOGUE_URL)).read(() => showsByName(name, limit, followed)),
      knownShows: async (urls) =>
        (await sharedCatalogueReader(CATALOGUE_URL)).read(() => knownShows(urls, followed)),
    },
    noteNamed,
    now: Date.now(),
  };
}

/** Does not log the person's text. Stores only that Apple's directory lists the feed. */
export const lookUpShow: MemberWork<'lookUpShow'> = async ({ uid, body, rawRequest }) => {
  const { followed } = await ownShows(uid, Date.now());
  const answer = await lookUp(body.given, sources({ uid, rawRequest }, followed), followed);
  log('info', 'show-looked-up', {
    ...(answer.kind === 'refused' ? { refused: answer.reason } : { shows: answer.shows.length }),
  });
  return answer;
};

export const followShows: MemberWork<'followShows'> = async ({ uid, body, rawRequest }) => {
  const now = Date.now();
  const store = {
    ownShows: () => ownShows(uid, now),
    followShow: (show: Parameters<typeof followShow>[1]) => followShow(uid, show, now),
  };
  const answer = await follow(body.feedUrls, store, sources({ uid, rawRequest }, []));
  const followed = answer.lines.filter(({ outcome }) => outcome === 'followed').length;
  log('info', 'shows-followed', { asked: answer.lines.length, followed });
  return answer;
};
