import { chapterColumns } from '../schema/chapters-text.ts';
import { personsText } from '../schema/persons-text.ts';
import type { EpisodeRow } from '../schema/episode-row.ts';
import type { DropCounts, FeedItem, FeedShow } from '../../feeds/feed-model.ts';
import { speakersOf, withHeard } from './episode-speakers.ts';
import { digestOf } from './item-identity.ts';
import { type FeedRoom, limitGrowth } from './limit-growth.ts';
import { type MatchedItem, matchItems, type StoredEpisode } from './match-items.ts';
import type { StorePlan } from './store-plan.ts';
import { dateRefusal, haveDatesMoved, timeOfItem } from './retention.ts';
import { storedText } from '../schema/stored-text.ts';

interface PlanInput {
  items: readonly FeedItem[];
  /** Items that the publisher blocks: their stored episodes are removed. */
  blocked?: readonly FeedItem[] | undefined;
  show: FeedShow;
  /** Items dropped by the parser. */
  dropped: DropCounts;
  stored: readonly StoredEpisode[];
  /** Assigned times of items without a date, by identity. */
  firstSeen: ReadonlyMap<string, number>;
  /** True if an earlier fetch of the feed had items. */
  hasHistory: boolean;
  /** Default: no limit. */
  room?: FeedRoom;
  now: number;
}

const NO_LIMIT: FeedRoom = { newItems: Infinity, episodes: Infinity };

/** Max new items in one fetch of a known feed. More of them mean that the publisher regenerated the feed. */
const MAX_NEW_AT_ONCE = 10;
/** Number of a regenerated feed's newest items that alerts include. */
const ALERTED_AT_ONCE = 3;

function rowOf(
  { item, identity, stored }: MatchedItem,
  { show, publishedAtMs, now }: { show: FeedShow; publishedAtMs: number; now: number },
): EpisodeRow {
  const row = {
    identity,
    publishedAtMs,
    ingestedAtMs: stored?.ingestedAtMs ?? now,
    title: storedText(item.title),
    link: item.link,
    audio: item.audio,
    image: item.image ?? show.image,
    language: show.language,
    podcast: storedText(show.title),
    publisher: storedText(show.publisher),
    description: storedText(item.description),
    durationSeconds: item.durationSeconds,
    persons: storedText(personsText(item.persons)),
    speakers: storedText(withHeard(speakersOf(item, show), stored?.speakers ?? '')),
    ...chapterColumns(item.chapters),
    origin: originOf(stored, identity),
    newAtOnce: stored?.newAtOnce ?? null,
  };
  return { ...row, contentHash: contentHashOf(row) };
}

function originOf(stored: StoredEpisode | undefined, identity: string): string {
  const first = stored?.origin || stored?.identity || '';
  return first === identity ? '' : first;
}

type Unhashed = Omit<EpisodeRow, 'contentHash'>;

function contentHashOf(row: Unhashed): string {
  const { identity, publishedAtMs, title, link, audio, image, language, podcast, publisher } = row;
  const { description, durationSeconds, persons, chapters, chapterTimes, ...others } = row;
  return digestOf(
    identity,
    publishedAtMs,
    title,
    link,
    audio,
    image,
    language,
    podcast,
    publisher,
    description,
    durationSeconds,
    persons,
    chapters,
    ...(chapterTimes === '' ? [] : [`chapters ${chapterTimes}`]),
    ...furtherValues(others),
  );
}

/** Fields that keep their first value, or follow from others, so that the hash omits them. */
const UNHASHED: ReadonlySet<string> = new Set<keyof EpisodeRow>([
  'ingestedAtMs',
  'newAtOnce',
  'speakers',
]);

/** Returns non-empty values of columns that were added later, so that digests of older episodes stay the same. */
function furtherValues(others: Partial<Unhashed>): string[] {
  return Object.entries<string | number | null>(others)
    .filter(([name, value]) => !UNHASHED.has(name) && value !== null && value !== '')
    .map(([name, value]) => `${name} ${value}`);
}

/**
 * Plans the changes after a fetch of the feed. An episode that the feed no longer lists stays until it is too old.
 * An item dated too far ahead changes nothing; an item dated too long ago is removed.
 */
export function planStore(input: PlanInput): StorePlan {
  const { items, show, stored, firstSeen, room = NO_LIMIT, now } = input;
  const blocked = new Set(input.blocked);
  const { matched, repeated } = matchItems(
    [...items, ...blocked],
    stored,
    (item) =>
      !blocked.has(item) &&
      (item.publishedAtMs === null || dateRefusal(item.publishedAtMs, now) === null),
  );
  const dropped = { ...input.dropped };
  if (repeated > 0) dropped.repeated = (dropped.repeated ?? 0) + repeated;
  const plan: StorePlan = {
    remove: [],
    insert: [],
    update: [],
    undated: [],
    transcripts: new Map(),
    chapterFiles: new Map(),
    outcome: { new: 0, updated: 0, unchanged: 0, dropped },
  };

  const haveMoved = haveDatesMoved(matched, firstSeen, now);
  for (const entry of matched) {
    const { item, identity } = entry;
    if (blocked.has(item)) {
      if (entry.stored) plan.remove.push(entry.stored.id);
      continue;
    }
    const { publishedAtMs, isUndated } = timeOfItem(entry, firstSeen, { now, haveMoved });
    if (isUndated) plan.undated.push({ identity, seenAtMs: publishedAtMs });

    const refusal = dateRefusal(publishedAtMs, now, item.publishedAtMs ?? publishedAtMs);
    if (refusal !== null) {
      dropped[refusal] = (dropped[refusal] ?? 0) + 1;
      if (refusal === 'too-old' && entry.stored) plan.remove.push(entry.stored.id);
      continue;
    }
    plan.transcripts.set(identity, item.transcripts);
    plan.chapterFiles.set(identity, item.chapterFiles);
    addToPlan(plan, entry.stored, rowOf(entry, { show, publishedAtMs, now }));
  }

  plan.insert.reverse().sort((left, right) => left.publishedAtMs - right.publishedAtMs);
  const known = new Set(matched.filter((entry) => entry.stored).map(({ identity }) => identity));
  const fresh = plan.insert.filter(({ identity }) => !known.has(identity));
  const { kept, wanted } = limitGrowth(plan, fresh, stored, room);
  if (input.hasHistory && wanted > MAX_NEW_AT_ONCE) markRepublished(kept);
  plan.update.sort((left, right) => left.id - right.id);
  plan.remove.sort((left, right) => left - right);
  return plan;
}

/** @param fresh New episodes, oldest first. */
function markRepublished(fresh: readonly EpisodeRow[]): void {
  for (const row of fresh) row.newAtOnce = 0;
  for (const row of fresh.slice(-ALERTED_AT_ONCE)) row.newAtOnce = fresh.length;
}

function addToPlan(plan: StorePlan, stored: StoredEpisode | undefined, row: EpisodeRow): void {
  if (stored === undefined) {
    plan.outcome.new += 1;
    plan.insert.push(row);
  } else if (stored.contentHash === row.contentHash) {
    plan.outcome.unchanged += 1;
  } else {
    plan.outcome.updated += 1;
    if (stored.publishedAtMs === row.publishedAtMs) {
      plan.update.push({ id: stored.id, row });
    } else {
      plan.remove.push(stored.id);
      plan.insert.push(row);
    }
  }
}
