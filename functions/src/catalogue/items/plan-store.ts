import { chapterColumns } from '../texts/chapters-text.ts';
import { personsText } from '../texts/persons-text.ts';
import { separateBoilerplate, wholeNotes } from '../../boilerplate/separate-boilerplate.ts';
import { findPointers, mergeRanges } from '../../boilerplate/find-pointers.ts';
import { learnBoilerplate, type FindBoilerplate } from '../../boilerplate/learn-boilerplate.ts';
import type { EpisodeRow, NumberedEpisode } from '../sql/episode-row.ts';
import type { DropCounts, FeedItem, FeedShow, TranscriptSource } from '../../feeds/feed-model.ts';
import { digestOf, itemIdentity } from './item-identity.ts';
import { type MatchedItem, matchItems, type StoredEpisode } from './match-items.ts';
import { dateRefusal, haveDatesMoved, timeOfItem } from './retention.ts';
import { storedText } from '../texts/stored-text.ts';

export interface StoreOutcome {
  new: number;
  updated: number;
  unchanged: number;
  /** Items left out, by the reader and here. */
  dropped: DropCounts;
}

export interface StorePlan {
  /** Ids of episodes to remove: no longer wanted, or moved to another date (then in `insert` too). */
  remove: number[];
  /** Oldest first. Of rows with the same time, the one that the feed lists first is newest and comes last. */
  insert: EpisodeRow[];
  update: { id: number; row: EpisodeRow }[];
  /** Identities of items without a date, with the time that they were given when they were first seen. */
  undated: { identity: string; seenAtMs: number }[];
  /** Sources of the transcripts of the listed items, by identity. */
  transcripts: Map<string, readonly TranscriptSource[]>;
  /** Sources of the chapter files of the listed items, by identity. */
  chapterFiles: Map<string, readonly TranscriptSource[]>;
  outcome: StoreOutcome;
}

interface PlanInput {
  items: readonly FeedItem[];
  /** Items that are removed if they are stored. */
  blocked?: readonly FeedItem[] | undefined;
  show: FeedShow;
  /** What the reader left out. */
  dropped: DropCounts;
  stored: readonly StoredEpisode[];
  /** The newest of the stored episodes that the feed no longer lists; see {@link unlistedIds}. */
  unlisted: readonly NumberedEpisode[];
  /** The times that items without a date were given, by identity. */
  firstSeen: ReadonlyMap<string, number>;
  /** True if an earlier reading of the feed had items. */
  hasHistory: boolean;
  now: number;
}

/** More new items in one reading of a known feed are no news: the publisher wrote the feed anew. */
const MOST_NEW_AT_ONCE = 10;
/** Of these, alerts tell only the newest. */
const TOLD_AT_ONCE = 3;

function rowOf(
  { item, identity, stored }: MatchedItem,
  { show, publishedAtMs, now }: { show: FeedShow; publishedAtMs: number; now: number },
  standing: FindBoilerplate,
): EpisodeRow {
  const notes = storedText(item.description);
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
    durationSeconds: item.durationSeconds,
    persons: storedText(personsText(item.persons)),
    ...chapterColumns(item.chapters),
    origin: originOf(stored, identity),
    newAtOnce: stored?.newAtOnce ?? null,
  };
  return withNotes(row, notes, standing);
}

function originOf(stored: StoredEpisode | undefined, identity: string): string {
  const first = stored?.origin || stored?.identity || '';
  return first === identity ? '' : first;
}

type Noteless = Omit<EpisodeRow, 'description' | 'repeated' | 'notesOrder' | 'contentHash'>;

/**
 * The row with its notes separated into own text and boilerplate, and with a digest of its content and of the
 * separation.
 */
function withNotes(row: Noteless, notes: string, standing: FindBoilerplate): EpisodeRow {
  const { own, repeated, order } = separateBoilerplate(
    notes,
    mergeRanges([...standing(notes), ...findPointers(notes)]),
  );
  const { identity, publishedAtMs, title, link, audio, image, language, podcast, publisher } = row;
  const { durationSeconds, persons, chapters, chapterTimes, ...others } = row;
  const contentHash = digestOf(
    identity,
    publishedAtMs,
    title,
    link,
    audio,
    image,
    language,
    podcast,
    publisher,
    notes,
    durationSeconds,
    persons,
    chapters,
    ...(order === '' ? [] : [order]),
    ...(chapterTimes === '' ? [] : [`chapters ${chapterTimes}`]),
    ...furtherValues(others),
  );
  return { ...row, description: own, repeated, notesOrder: order, contentHash };
}

/** What an episode keeps from its first storing. */
const UNHASHED: ReadonlySet<string> = new Set<keyof EpisodeRow>(['ingestedAtMs', 'newAtOnce']);

/**
 * Values of columns that were added later. Empty ones are left out, so that the digests of episodes that were
 * stored before do not change.
 */
function furtherValues(others: Partial<Noteless>): string[] {
  return Object.entries<string | number | null>(others)
    .filter(([name, value]) => !UNHASHED.has(name) && value !== null && value !== '')
    .map(([name, value]) => `${name} ${value}`);
}

function notesOf({ description: own, repeated, notesOrder: order }: EpisodeRow): string {
  return wholeNotes({ own, repeated, order });
}

/** Episodes that a feed no longer lists and that are looked at when it is read. */
const MOST_UNLISTED = 200;

/** Ids of the newest stored episodes that are not among the items; {@link PlanInput} has their rows. */
export function unlistedIds(
  items: readonly FeedItem[],
  stored: readonly StoredEpisode[],
): number[] {
  const listed = new Set(items.map(itemIdentity));
  const unlisted = stored.filter(({ identity }) => !listed.has(identity)).map(({ id }) => id);
  return unlisted.sort((left, right) => right - left).slice(0, MOST_UNLISTED);
}

/**
 * Decides what reading a feed changes in the catalogue. An episode that the feed no longer lists stays until
 * it is too old; only the boilerplate in its notes is determined anew. An item dated too far ahead changes
 * nothing; an item dated too long ago is removed.
 */
export function planStore(input: PlanInput): StorePlan {
  const { items, show, stored, firstSeen, now } = input;
  const blocked = new Set(input.blocked);
  const { matched, repeated } = matchItems(
    [...items, ...blocked],
    stored,
    (item) =>
      !blocked.has(item) &&
      (item.publishedAtMs === null || dateRefusal(item.publishedAtMs, now) === null),
  );
  const listed = new Set(matched.map((entry) => entry.stored?.id));
  // An episode that was matched to an item with a new guid is still listed.
  const unlisted = input.unlisted.filter(({ id }) => !listed.has(id));
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

  const standing = learnBoilerplate([
    ...items.map(({ description, publishedAtMs }) => ({
      text: storedText(description),
      publishedAtMs,
    })),
    ...unlisted.map(({ row }) => ({ text: notesOf(row), publishedAtMs: row.publishedAtMs })),
  ]);
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
    addToPlan(plan, entry.stored, rowOf(entry, { show, publishedAtMs, now }, standing));
  }

  for (const { id, row } of unlisted) {
    const parted = withNotes(row, notesOf(row), standing);
    if (parted.notesOrder !== row.notesOrder) plan.update.push({ id, row: parted });
  }

  plan.insert.reverse().sort((left, right) => left.publishedAtMs - right.publishedAtMs);
  if (input.hasHistory) {
    const known = new Set(matched.filter((entry) => entry.stored).map(({ identity }) => identity));
    markRepublished(plan.insert.filter(({ identity }) => !known.has(identity)));
  }
  plan.update.sort((left, right) => left.id - right.id);
  plan.remove.sort((left, right) => left - right);
  return plan;
}

/** Marks new episodes, oldest first, if one reading brought more than {@link MOST_NEW_AT_ONCE} of them. */
function markRepublished(fresh: readonly EpisodeRow[]): void {
  if (fresh.length <= MOST_NEW_AT_ONCE) return;
  for (const row of fresh) row.newAtOnce = 0;
  for (const row of fresh.slice(-TOLD_AT_ONCE)) row.newAtOnce = fresh.length;
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
