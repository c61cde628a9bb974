import type { CatalogueReader, WritableCatalogue } from '../catalogue.ts';
import {
  awaitedAttachments,
  CHAPTER_FILES,
  TRANSCRIPTS,
} from '../attachments/attachments-store.ts';
import { beginning } from '../changes/beginning.ts';
import { addCandidates, forgetCandidates } from '../queue/candidates.ts';
import { recordChapters } from '../attachments/chapters-store.ts';
import { exportFeed, importFeed } from '../store/copy-feed.ts';
import { claimFeeds, feedQueue, listFeeds, nameFeeds, releaseFeeds } from '../queue/feed-queue.ts';
import { feedRecord, feedUrls, recordFetch } from '../queue/feeds.ts';
import {
  awaitShows,
  dropBlocked,
  failingFeeds,
  followedUntil,
  followFeeds,
  recordTold,
  unnamedFeeds,
  untoldShows,
} from '../queue/followed-feeds.ts';
import { NAMED, nameInPublic } from '../gate/feed-state.ts';
import { gateCounts, settleProbations } from '../gate/gate-store.ts';
import { knownShows, showsById, showsByName } from '../answers/known-shows.ts';
import { changedEpisodes, episodesWithIds, lastChange } from '../changes/new-episodes.ts';
import { announcers, countBrought, recordAnnouncer, wakeFeeds } from '../queue/wake-ups.ts';
import { heldShows, recordWord } from '../gate/review.ts';
import type { StoreEngine, WorkRunner } from '../sql/store-engine.ts';
import { storeFeed } from '../store/store-feed.ts';
import { recordTranscript } from '../attachments/transcripts-store.ts';

type StoredReads =
  | 'beginning'
  | 'changedEpisodes'
  | 'episodesWithIds'
  | 'lastChangeMs'
  | 'knownShows'
  | 'showsById'
  | 'showsByName'
  | 'feedUrls'
  | 'feedQueue'
  | 'gateCounts'
  | 'heldShows'
  | 'announcers'
  | 'exportFeed';

type StoredParts =
  | 'feedRecord'
  | 'recordFetch'
  | 'nameFeeds'
  | 'listFeeds'
  | 'followFeeds'
  | 'awaitShows'
  | 'followedUntil'
  | 'failingFeeds'
  | 'dropBlocked'
  | 'untoldShows'
  | 'recordTold'
  | 'unnamedFeeds'
  | 'nameInPublic'
  | 'claimFeeds'
  | 'releaseFeeds'
  | 'wakeFeeds'
  | 'recordAnnouncer'
  | 'countBrought'
  | 'settleProbations'
  | 'addCandidates'
  | 'recordWord'
  | 'forgetCandidates'
  | 'storeFeed'
  | 'importFeed'
  | 'awaitedTranscripts'
  | 'recordTranscript'
  | 'awaitedChapters'
  | 'recordChapters';

export function storeReader(
  engine: StoreEngine,
  runner: WorkRunner,
): Pick<CatalogueReader, StoredReads> {
  return {
    changedEpisodes: (changedSinceMs, window) =>
      changedEpisodes(engine, runner, changedSinceMs, window),
    beginning: () => runner.read(beginning),
    episodesWithIds: (ids) => runner.read(() => episodesWithIds(engine, ids)),
    lastChangeMs: () => runner.read(lastChange),
    knownShows: (urls, followed) => runner.read(() => knownShows(engine, urls, followed)),
    showsById: (id) => runner.read(() => showsById(id)),
    showsByName: (name, limit, followed) => runner.read(() => showsByName(name, limit, followed)),
    feedUrls: () => runner.read(feedUrls),
    feedQueue: (now) => runner.read(() => feedQueue(now)),
    heldShows: () => runner.read(heldShows),
    announcers: (now) => runner.read(() => announcers(engine, now)),
    gateCounts: (now) => runner.read(() => gateCounts(now)),
    exportFeed: (url) => runner.snapshot(() => exportFeed(engine, url)),
  };
}

export function storeWriter(
  engine: StoreEngine,
  { read, write, transaction }: WorkRunner,
): Pick<WritableCatalogue, StoredParts> {
  return {
    feedRecord: (url) => read(() => feedRecord(url)),
    recordFetch: (url, record) => write(() => recordFetch(url, record)),
    nameFeeds: (feeds) => transaction(() => nameFeeds(engine, feeds)),
    listFeeds: (feeds, now, awake) => transaction(() => listFeeds(engine, feeds, now, awake)),
    awaitShows: (titles, now) => transaction(() => awaitShows(engine, titles, now)),
    followFeeds: (feeds, now) => transaction(() => followFeeds(engine, feeds, now)),
    followedUntil: () => read(followedUntil),
    failingFeeds: () => read(failingFeeds),
    untoldShows: () => read(untoldShows),
    recordTold: (show) => write(() => recordTold(show)),
    unnamedFeeds: () => read(unnamedFeeds),
    nameInPublic: (urls, now) => transaction(() => nameInPublic(engine, urls, NAMED, now)),
    dropBlocked: (url, now) => transaction(() => dropBlocked(engine, url, now)),
    claimFeeds: (claim) => transaction(() => claimFeeds(engine, claim)),
    releaseFeeds: (urls) => write(() => releaseFeeds(engine, urls)),
    wakeFeeds: (wakeUp) => transaction(() => wakeFeeds(engine, wakeUp)),
    recordAnnouncer: (announcer, state, now) => write(() => recordAnnouncer(announcer, state, now)),
    countBrought: (announcer, feeds, now) => write(() => countBrought(announcer, feeds, now)),
    storeFeed: (url, reading, now) => transaction(() => storeFeed(engine, url, reading, now)),
    recordWord: (named, state, now) => transaction(() => recordWord(engine, named, state, now)),
    addCandidates: (batch) => transaction(() => addCandidates(engine, batch)),
    forgetCandidates: (startedAtMs) => transaction(() => forgetCandidates(startedAtMs)),
    settleProbations: (now) => transaction(() => settleProbations(engine, now)),
    importFeed: (feed) => transaction(() => importFeed(engine, feed)),
    awaitedTranscripts: (now, options) => read(() => awaitedAttachments(TRANSCRIPTS, now, options)),
    recordTranscript: (episodeId, record, spoken) =>
      transaction(() => recordTranscript(engine, episodeId, record, spoken)),
    awaitedChapters: (now, options) => read(() => awaitedAttachments(CHAPTER_FILES, now, options)),
    recordChapters: (episodeId, record, chapters) =>
      transaction(() => recordChapters(engine, episodeId, record, chapters)),
  };
}
