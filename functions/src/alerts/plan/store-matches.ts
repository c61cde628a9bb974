import pLimit from 'p-limit';
import type { EpisodeSource } from '../../catalogue/store/episode-source.ts';
import { MINUTE_MS } from '../../contract/index.ts';
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
import { normalFormOf } from '../match/saved-keywords.ts';
import type { PendingEpisode } from '../outbox/pending-document.ts';
import { type PendingMatch, withMatches } from '../outbox/pending.ts';
import { keyHash, wordsHash } from '../outbox/sent-log.ts';
import type { MatchStore } from '../outbox/match-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { setPending, type ShardIndex } from '../match/shard-index.ts';
import { mailRecipients } from './create-digests.ts';
import { channelRecipients } from './create-messages.ts';
import { messageEpisode } from './digest-episodes.ts';
import { recordMatches, unnotifiedRecipients } from './record-matches.ts';
import { digestPlanner } from './shown-episodes.ts';
import { sentIn } from './unsent-matches.ts';

const STORED_AT_ONCE = 48;

/** Episodes per part. Each part reads and rewrites all pending matches of its recipients. */
const STORED_TOGETHER = 50_000;

/** Max matches per alert that are compared with the sent log. Further old matches count as sent. */
const MAX_COMPARED = 200;

/** An episode that changed longer than this after it was stored may have been sent already. */
const NEW_WITHIN_MS = 15 * MINUTE_MS;

interface StoreParts {
  store: Pick<OutboxStore, 'addPending' | keyof MatchStore>;
}

export interface StoredMatches {
  episodes: number;
  recipients: ReadonlySet<Recipient>;
  failed: ReadonlySet<Recipient>;
}

/**
 * Stores new matches of the index's alerts for people and channels. Idempotent, also concurrently: a match is
 * stored once by alert and episode.
 * @param onStored Called after each part except the last, unless storing has failed for a recipient.
 */
export async function storeMatches(
  parts: StoreParts,
  index: ShardIndex,
  range: MatchRange & { catalogue: EpisodeSource },
  onStored: (until: Cursor) => Promise<void> = () => Promise.resolve(),
): Promise<StoredMatches> {
  const all = { episodes: 0, recipients: new Set<Recipient>(), failed: new Set<Recipient>() };
  const recipients = [
    ...mailRecipients(index),
    ...channelRecipients(index),
    ...unnotifiedRecipients(index),
  ];
  for await (const part of storeParts(parts, recipients, range)) {
    all.episodes += part.episodes;
    for (const recipient of part.recipients) {
      all.recipients.add(recipient);
      setPending(index, recipient, true);
    }
    for (const recipient of part.failed) all.failed.add(recipient);
    if (part.until !== null && all.failed.size === 0) await onStored(part.until);
  }
  return all;
}

/** `until` is the position in the catalogue after this part, or null after the last part. */
type StoredPart = StoredMatches & { until: Cursor | null };

async function* storeParts(
  { store }: StoreParts,
  recipients: readonly Recipient[],
  { catalogue, ...range }: MatchRange & { catalogue: EpisodeSource },
): AsyncGenerator<StoredPart, void> {
  const { since, until, nowMs, batchSize = STORED_TOGETHER } = range;
  const byQuery = recipientsByQuery(recipients);
  if (byQuery.size === 0) return;
  const knownUntilMs = isBefore(since, until)
    ? Math.max(since.readUntilMs, since.newAfterMs ?? 0)
    : Infinity;
  const isSurelyNew = ({ changedAtMs = 0, ingestedAtMs }: MatchedEpisode) =>
    changedAtMs > knownUntilMs && ingestedAtMs > changedAtMs - NEW_WITHIN_MS;
  const planner = digestPlanner(catalogue, messageEpisode);
  let gathered = new Map<Recipient, FoundMatches[]>();
  let episodes = 0;
  for await (const batch of matchChanges(catalogue, [...byQuery.keys()], range)) {
    for (const [recipient, found] of matchRecipients(byQuery, batch)) {
      const known = gathered.get(recipient);
      if (known === undefined) gathered.set(recipient, found);
      else known.push(...found);
    }
    episodes += batch.episodes;
    if (episodes < batchSize) continue;
    yield { episodes, ...(await storeAll(gathered)), until: cursorAt(batch.readUntilMs) };
    gathered = new Map();
    episodes = 0;
  }
  yield { episodes, ...(await storeAll(gathered)), until: null };

  function cursorAt(readUntilMs: number): Cursor {
    const newAfterMs = Math.min(knownUntilMs, until.readUntilMs);
    const { catalogue } = until;
    return { catalogue, readUntilMs, ...(newAfterMs > readUntilMs && { newAfterMs }) };
  }

  async function storeAll(matches: ReadonlyMap<Recipient, FoundMatches[]>) {
    const stored = { recipients: new Set<Recipient>(), failed: new Set<Recipient>() };
    const pendingOf = pendingEpisodes(nowMs);
    const record = {
      store,
      planner,
      waitingOf: (found: MatchedEpisode) => pendingOf(found).episode,
      isSurelyNew,
      nowMs,
    };
    await pLimit(STORED_AT_ONCE).map(
      [...byPerson(matches)],
      async ([uid, { recipients, found }]) => {
        try {
          await recordMatches(record, uid, found);
        } catch (error) {
          for (const recipient of recipients) stored.failed.add(recipient);
          log('error', 'matches-not-stored', { uid, error: errorName(error) });
        }
      },
    );
    await pLimit(STORED_AT_ONCE).map([...matches], async ([recipient, found]) => {
      const { uid, channelId } = recipient;
      if (recipient.notifies === false || stored.failed.has(recipient)) return;
      const readSent = found.some(({ episodes }) => !episodes.every(isSurelyNew));
      try {
        const isAnyWaiting = await store.addPending({
          uid,
          channelId,
          alertIds: [...new Set(found.map(({ alert }) => alert.alertId))],
          readSent,
          decide: (pending, sentLog, isThere) => {
            const isSent = sentIn(sentLog);
            const stored = found.filter(({ alert }) => isThere(alert.alertId));
            const added = stored.map((each) =>
              pendingMatch(each, { isSent, isSurelyNew, pendingOf }),
            );
            return withMatches(pending, added, nowMs);
          },
        });
        if (isAnyWaiting) stored.recipients.add(recipient);
      } catch (error) {
        stored.failed.add(recipient);
        log('error', 'matches-not-stored', { uid, channelId, error: errorName(error) });
      }
    });
    return stored;
  }
}

/** Each person's matches, by alert and the newest first, whichever recipients they are for. */
function byPerson(matches: ReadonlyMap<Recipient, FoundMatches[]>) {
  const people = new Map<string, { recipients: Recipient[]; found: FoundMatches[] }>();
  for (const [recipient, found] of matches) {
    const known = people.get(recipient.uid);
    if (known === undefined) {
      people.set(recipient.uid, { recipients: [recipient], found });
      continue;
    }
    known.recipients.push(recipient);
    known.found = joined([...known.found, ...found]);
  }
  return people;
}

function joined(found: readonly FoundMatches[]): FoundMatches[] {
  const byAlert = new Map<string, FoundMatches>();
  for (const { alert, episodes } of found) {
    const known = byAlert.get(alert.alertId)?.episodes ?? [];
    const all = [...new Set([...known, ...episodes])].sort(newestFirst);
    byAlert.set(alert.alertId, { alert, episodes: all });
  }
  return [...byAlert.values()];
}

function pendingMatch(
  { alert, episodes }: FoundMatches,
  { isSent, isSurelyNew, pendingOf }: Comparison,
): PendingMatch {
  const about = { alertId: alert.alertId, normalized: normalFormOf(alert) };
  let compared = 0;
  const unsent = episodes.filter((episode) => {
    if (isSurelyNew(episode)) return true;
    compared += 1;
    return compared <= MAX_COMPARED && !isSent(about, episode);
  });
  return { alertId: alert.alertId, words: wordsHash(alert), episodes: unsent.map(pendingOf) };
}

interface Comparison {
  isSent: ReturnType<typeof sentIn>;
  isSurelyNew: (episode: MatchedEpisode) => boolean;
  pendingOf: ReturnType<typeof pendingEpisodes>;
}

function pendingEpisodes(foundAtMs: number) {
  const known = new Map<MatchedEpisode, PendingMatch['episodes'][number]>();
  return (found: MatchedEpisode) => {
    let entry = known.get(found);
    if (entry === undefined) {
      const episode = { ...pendingEpisode(found), foundAtMs };
      known.set(found, (entry = { hash: keyHash(found.item), episode }));
    }
    return entry;
  };
}

/** Omits the time of the change, so that storing a match again changes nothing. */
function pendingEpisode({ copies, ...found }: MatchedEpisode): PendingEpisode {
  const { id, item, title, podcast, link, pubDateMs, ingestedAtMs, forFollowers } = found;
  return {
    id,
    item,
    title,
    podcast,
    link,
    pubDateMs,
    ingestedAtMs,
    ...(forFollowers && { forFollowers }),
    ...(copies && { copies: pendingCopies(copies) }),
  };
}

function pendingCopies({
  keys,
  ofAudio,
  ...same
}: NonNullable<MatchedEpisode['copies']>): PendingEpisode['copies'] {
  return { ...same, keys: [...keys], ...(ofAudio && { ofAudio: [...ofAudio] }) };
}
