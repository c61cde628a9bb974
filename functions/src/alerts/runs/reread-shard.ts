import { DAY_MS } from '../../contract/index.ts';
import type { AlertSource } from './alert-source.ts';
import { CHANGE_MARGIN_MS } from './change-log.ts';
import { type ActiveAlert, sameAlert, samePreferences } from './indexed-documents.ts';
import { applyChanges, emptyIndex, type IndexedPerson, type ShardIndex } from './shard-index.ts';
import type { UidRange } from './uid-range.ts';

/** What a full read found. */
export interface RereadResult {
  index: ShardIndex;
  /** Entries that were missing in the index or out of date: changes that never reached it. */
  differed: number;
  /** Entries that were deleted or paused: they stay in an index until it is read in full. */
  gone: number;
}

/** Whether a shard's daily full read is due; those of all shards are spread over the day. */
export function isRereadDue(
  rereadAtMs: number,
  { shard, shards }: { shard: number; shards: number },
  nowMs: number,
): boolean {
  if (rereadAtMs > nowMs) return true;
  const phaseMs = ((shard + 0.5) / shards) * DAY_MS;
  const dayOf = (atMs: number) => Math.floor((atMs - phaseMs) / DAY_MS);
  return dayOf(nowMs) > dayOf(rereadAtMs);
}

/**
 * Reads everything of a shard and makes its index anew. What the index knew that is no copy of a
 * document stays, as far as nothing of the person has become different.
 * @param before Null when there was none; then nothing differs.
 */
export async function rereadShard(
  source: AlertSource,
  range: UidRange,
  before: ShardIndex | null,
  nowMs: number,
): Promise<RereadResult> {
  const { runs, seen } = before ?? emptyIndex();
  const people = new Map<string, IndexedPerson>();
  const index = { people, changesUntilMs: nowMs, rereadAtMs: nowMs, runs, seen };
  for await (const page of source.everythingIn(range)) applyChanges({ people }, page, range);
  if (before === null) return { index, differed: 0, gone: 0 };

  // What became so after changes were last read could not be in the index yet.
  const recentMs = before.changesUntilMs - CHANGE_MARGIN_MS;
  let differed = 0;
  let gone = 0;
  for (const [uid, person] of people) {
    const known = before.people.get(uid);
    const different = differencesOf(known, person);
    differed += different.filter((atMs) => atMs < recentMs).length;
    if (different.length === 0) person.checkedInRun = known?.checkedInRun ?? null;
    person.settledAtMs = known?.settledAtMs ?? before.changesUntilMs;
    gone += alertsGone(known?.alerts ?? [], person.alerts);
  }
  for (const [uid, { alerts }] of before.people) if (!people.has(uid)) gone += alerts.length;
  return { index, differed, gone };
}

/** When each entry that is different became so, epoch milliseconds; 0 where nothing says it. */
function differencesOf(known: IndexedPerson | undefined, person: IndexedPerson): number[] {
  const { preferences } = person;
  const before = new Map(known?.alerts.map((alert) => [alert.alertId, alert]));
  const different = person.alerts
    .filter((alert) => {
      const same = before.get(alert.alertId);
      return same === undefined || !sameAlert(same, alert);
    })
    .map(({ sinceMs, changedAtMs = 0 }) => Math.max(sinceMs, changedAtMs));
  const changedAtMs = Math.max(preferences.updatedAtMs ?? 0, preferences.unmailedAtMs ?? 0);
  const samePerson =
    known === undefined ? changedAtMs === 0 : samePreferences(known.preferences, preferences);
  if (!samePerson) different.push(changedAtMs);
  return different;
}

function alertsGone(before: readonly ActiveAlert[], now: readonly ActiveAlert[]): number {
  const there = new Set(now.map(({ alertId }) => alertId));
  return before.filter(({ alertId }) => !there.has(alertId)).length;
}
