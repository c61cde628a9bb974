import pLimit from 'p-limit';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { HOUR_MS, MAIL, MINUTE_MS } from '../../contract/index.ts';
import { errorName, log } from '../../platform/log.ts';
import { type Cursor, isBefore, matchChanges, type MatchRange } from '../match/match-changes.ts';
import type { MatchedEpisode } from '../match/matched-episode.ts';
import {
  type FoundMatches,
  matchRecipients,
  newestFirst,
  type Recipient,
  recipientsByQuery,
} from '../match/match-recipients.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { MatchStore } from '../outbox/match-store.ts';
import type { MatchFacts } from '../outbox/waiting.ts';
import type { StoringResult, UnstoredPerson } from '../match/run-progress.ts';
import { setPending, type ShardIndex } from '../match/shard-index.ts';
import { mailRecipients } from './create-digests.ts';
import { channelRecipients } from './create-messages.ts';
import { messageEpisode } from './digest-episodes.ts';
import { type PersonMatches, recordMatches, unnotifiedRecipients } from './record-matches.ts';
import { digestPlanner } from './shown-episodes.ts';

const STORED_AT_ONCE = 48;

/** Episodes per part. Matches of a part are in memory at once. */
const STORED_TOGETHER = 50_000;

/** Most episodes are stored within this time after their publication. */
const STORED_LATE_MS = 2 * HOUR_MS;

/** An episode that changed longer than this after it was stored may have been sent already. */
const NEW_WITHIN_MS = 15 * MINUTE_MS;

interface StoreParts {
  store: MatchStore;
}

interface StoreRange extends MatchRange {
  catalogue: EpisodeSource;
  /** What the shards before had read, for the first run of a shard. */
  readUntil?: Cursor | null;
  /** The last run that stored these people's matches, epoch milliseconds. Null if none did. */
  lastRunAtMs: number | null;
}

interface Behind {
  /** People with a position of their own, because storing has failed for them. */
  behind?: readonly UnstoredPerson[];
  /** Those whose matches are stored now. */
  retried?: readonly UnstoredPerson[];
}

export interface StoredMatches extends StoringResult {
  episodes: number;
  recipients: ReadonlySet<Recipient>;
}

/**
 * Stores new matches of the index's alerts for people and channels. Idempotent, also concurrently: a match is
 * stored once by alert and episode. A person for whom storing fails is left out from there on.
 * @param onStored Called after each part except the last, with the people for whom storing failed.
 */
export async function storeMatches(
  parts: StoreParts,
  index: ShardIndex,
  { behind = [], retried = [], ...range }: StoreRange & Behind,
  onStored: (until: Cursor, failed: StoringResult['failed']) => Promise<void> = () =>
    Promise.resolve(),
): Promise<StoredMatches> {
  const failed = new Map<string, Cursor | null>();
  const all = { episodes: 0, recipients: new Set<Recipient>() };
  const recipients = [
    ...mailRecipients(index),
    ...channelRecipients(index),
    ...unnotifiedRecipients(index),
  ];
  const note = ({ episodes, recipients }: StoredPart) => {
    all.episodes += episodes;
    for (const recipient of recipients) {
      all.recipients.add(recipient);
      setPending(index, recipient, true);
    }
  };
  const areBehind = new Set(behind.map(({ uid }) => uid));
  const onTime = recipients.filter(({ uid }) => !areBehind.has(uid));
  for await (const part of storeParts(parts, onTime, range, failed)) {
    note(part);
    if (part.until !== null) await onStored(part.until, failed);
  }
  for (const { since, lastRunAtMs, uids } of positions(retried)) {
    const late = recipients.filter(({ uid }) => uids.has(uid));
    const own = { ...range, since, lastRunAtMs };
    for await (const part of storeParts(parts, late, own, failed)) note(part);
  }
  return { ...all, failed, caughtUp: retried.filter(({ uid }) => !failed.has(uid)) };
}

type Position = Pick<UnstoredPerson, 'since' | 'lastRunAtMs'> & { uids: Set<string> };

/** The people of each position, which most share with others. */
function positions(people: readonly UnstoredPerson[]): Iterable<Position> {
  const byText = new Map<string, Position>();
  for (const { uid, since, lastRunAtMs } of people) {
    const text = JSON.stringify([since, lastRunAtMs]);
    const { uids } = byText.get(text) ?? { uids: new Set<string>() };
    byText.set(text, { since, lastRunAtMs, uids: uids.add(uid) });
  }
  return byText.values();
}

interface StoredPart {
  episodes: number;
  recipients: ReadonlySet<Recipient>;
  /** The position in the catalogue after this part, or null after the last part. */
  until: Cursor | null;
}

/** @param failed Gets the position before the part in which storing a person's matches failed. */
async function* storeParts(
  { store }: StoreParts,
  recipients: readonly Recipient[],
  { catalogue, ...range }: StoreRange,
  failed: Map<string, Cursor | null>,
): AsyncGenerator<StoredPart, void> {
  const { since, readUntil = null, until, nowMs } = range;
  const { lastRunAtMs, batchSize = STORED_TOGETHER } = range;
  const byQuery = recipientsByQuery(recipients);
  if (byQuery.size === 0) return;
  const knownUntilMs = isBefore(since, until)
    ? Math.max(since.readUntilMs, since.newAfterMs ?? 0)
    : Infinity;
  const isReadAnew = knownUntilMs === Infinity || since?.newAfterMs !== undefined;
  const isReadFirst = ({ changedAtMs = 0 }: MatchedEpisode) => changedAtMs > knownUntilMs;
  const isSurelyNew = (episode: MatchedEpisode) =>
    isReadFirst(episode) && episode.ingestedAtMs > (episode.changedAtMs ?? 0) - NEW_WITHIN_MS;
  const isUnread = (episode: MatchedEpisode) => knownUntilMs === Infinity || isReadFirst(episode);
  const oldUntilMs =
    since === null && isBefore(readUntil, until) ? readUntil.readUntilMs : knownUntilMs;
  const isOldFor = ({ changedAtMs = 0 }: ActiveAlert, episode: MatchedEpisode) =>
    (episode.changedAtMs ?? 0) <= oldUntilMs &&
    episode.pubDateMs < Math.min(changedAtMs, lastRunAtMs ?? 0) - STORED_LATE_MS;
  const planner = digestPlanner(catalogue, messageEpisode);
  let gathered = new Map<Recipient, FoundMatches[]>();
  let episodes = 0;
  let from = since;
  for await (const batch of matchChanges(catalogue, [...byQuery.keys()], range)) {
    for (const [recipient, found] of matchRecipients(byQuery, batch)) {
      const known = gathered.get(recipient);
      if (known === undefined) gathered.set(recipient, found);
      else known.push(...found);
    }
    episodes += batch.episodes;
    if (episodes < batchSize) continue;
    const reached = cursorAt(batch.readUntilMs);
    yield { episodes, recipients: await storeAll(gathered), until: reached };
    from = reached;
    gathered = new Map();
    episodes = 0;
  }
  yield { episodes, recipients: await storeAll(gathered), until: null };

  function cursorAt(readUntilMs: number): Cursor {
    const newAfterMs = Math.min(knownUntilMs, until.readUntilMs);
    const { catalogue } = until;
    return { catalogue, readUntilMs, ...(newAfterMs > readUntilMs && { newAfterMs }) };
  }

  async function storeAll(matches: ReadonlyMap<Recipient, FoundMatches[]>) {
    const stored = new Set<Recipient>();
    const record = {
      store,
      planner,
      factsOf: factsFoundAt(nowMs),
      isSurelyNew,
      isUnread,
      isOldFor,
      isReadAnew,
      nowMs,
    };
    await pLimit(STORED_AT_ONCE).map([...byPerson(matches)], async ([uid, all]) => {
      if (failed.has(uid)) return;
      try {
        // Joined here, because the joined matches of everybody would fill the memory.
        const waiting = await recordMatches(record, uid, joined(all));
        for (const { recipient } of all) {
          if (recipient.notifies === false) continue;
          if (waiting.has(recipient.channelId ?? MAIL)) stored.add(recipient);
        }
      } catch (error) {
        failed.set(uid, from);
        log('error', 'matches-not-stored', { uid, error: errorName(error) });
      }
    });
    return stored;
  }
}

interface FoundOfRecipient {
  recipient: Recipient;
  found: FoundMatches[];
}

function byPerson(
  matches: ReadonlyMap<Recipient, FoundMatches[]>,
): Map<string, FoundOfRecipient[]> {
  const people = new Map<string, FoundOfRecipient[]>();
  for (const [recipient, found] of matches) {
    const known = people.get(recipient.uid);
    if (known === undefined) people.set(recipient.uid, [{ recipient, found }]);
    else known.push({ recipient, found });
  }
  return people;
}

function joined(all: readonly FoundOfRecipient[]): PersonMatches[] {
  const byAlert = new Map<string, { alert: ActiveAlert; to: Map<MatchedEpisode, string[]> }>();
  for (const { recipient, found } of all) {
    const { notifies, channelId = MAIL } = recipient;
    for (const { alert, episodes } of found) {
      const { to } = byAlert.get(alert.alertId) ?? { to: new Map<MatchedEpisode, string[]>() };
      byAlert.set(alert.alertId, { alert, to });
      const destinations = notifies === false ? [] : [channelId];
      for (const each of episodes) to.set(each, [...(to.get(each) ?? []), ...destinations]);
    }
  }
  return [...byAlert.values()].map(({ alert, to }) => {
    return { alert, episodes: [...to.keys()].sort(newestFirst), to };
  });
}

function factsFoundAt(foundAtMs: number) {
  const known = new Map<MatchedEpisode, MatchFacts>();
  return (found: MatchedEpisode) => {
    const facts = known.get(found) ?? { ...factsOf(found), foundAtMs };
    known.set(found, facts);
    return facts;
  };
}

function factsOf(found: MatchedEpisode): MatchFacts {
  const { id, item, title, podcast, link, pubDateMs, ingestedAtMs, copies, forFollowers } = found;
  return {
    id,
    item,
    title,
    podcast,
    link,
    pubDateMs,
    ingestedAtMs,
    ...(forFollowers && { forFollowers }),
    ...(copies && { copies }),
  };
}
