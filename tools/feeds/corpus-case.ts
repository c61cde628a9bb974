import type { FeedReading } from '../../functions/src/feeds/feed-model.ts';

/** A row of a corpus's `INDEX.tsv`. */
export interface CorpusCase {
  file: string;
  /** The `Content-Type` to assume; null if the index names none. */
  contentType: string | null;
  expected: Expectation;
}

export type Expectation =
  /** The feed is read; kept and dropped items add up to `items`. */
  | { kind: 'count'; items: number }
  /** The feed is read and `items` items are kept. */
  | { kind: 'kept'; items: number }
  | { kind: 'refused' }
  /** The feed is refused, or at least one item is kept. */
  | { kind: 'either' }
  /** A case without a feed file; the unit tests of the feed reader cover it. */
  | { kind: 'skipped'; why: string };

export interface CorpusResult {
  passed: boolean;
  expected: string;
  found: string;
}

/**
 * Reads an index in either format: with the columns `verdict` (reject, parse N, decide) and `how it is
 * served`, or with a column `items (…)`. Throws an Error if it has neither.
 */
export function readCorpusIndex(tsv: string): CorpusCase[] {
  const [header = [], ...rows] = tsv
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const column = (name: string) => header.findIndex((title) => title.startsWith(name));
  const [file, verdict, served, items] = ['file', 'verdict', 'how it is served', 'items'].map(
    column,
  );
  if (file !== 0 || verdict === undefined || served === undefined || items === undefined) {
    throw new Error('the index has no column "file" in the first place');
  }
  if (verdict === -1 && items === -1) {
    throw new Error('the index has neither a column "verdict" nor one "items"');
  }
  return rows.map((row) => ({
    file: row[0] ?? '',
    contentType: /^\d+ ([^,]+)/.exec(row[served] ?? '')?.[1] ?? null,
    expected:
      verdict === -1 ? countOf(row[items] ?? '') : verdictOf(row[verdict] ?? '', row[served] ?? ''),
  }));
}

export function judgeReading(expected: Expectation, reading: FeedReading): CorpusResult {
  const found = foundText(reading);
  switch (expected.kind) {
    case 'count':
      return {
        passed: accountsFor(reading, expected.items),
        expected: `${expected.items} items`,
        found,
      };
    case 'kept':
      return {
        passed: reading.kind === 'read' && reading.items.length === expected.items,
        expected: `${expected.items} kept`,
        found,
      };
    case 'refused':
      return { passed: reading.kind === 'refused', expected: 'refused', found };
    case 'either':
      return {
        passed: reading.kind === 'refused' || reading.items.length > 0,
        expected: 'either',
        found: `${found} (chosen)`,
      };
    case 'skipped':
      return { passed: true, expected: 'skipped', found };
  }
}

function accountsFor(reading: FeedReading, items: number): boolean {
  if (reading.kind === 'refused' || reading.itemsFound !== items) return false;
  const dropped = Object.values(reading.dropped).reduce((sum, count) => sum + count, 0);
  return reading.items.length + dropped === items;
}

function foundText(reading: FeedReading): string {
  if (reading.kind === 'refused') return `refused: ${reading.code}`;
  const dropped = Object.entries(reading.dropped).map(([reason, count]) => `, ${count} ${reason}`);
  return `${reading.items.length} kept of ${reading.itemsFound}${dropped.join('')}`;
}

function countOf(counts: string): Expectation {
  const first = /^\d+/.exec(counts)?.[0];
  if (first === undefined) throw new Error('the index has an item count that is no number');
  return { kind: 'count', items: Number(first) };
}

function verdictOf(verdict: string, served: string): Expectation {
  if (served === 'generated' || served === 'loopback server')
    return { kind: 'skipped', why: served };
  if (verdict === 'reject') return { kind: 'refused' };
  if (verdict === 'decide') return { kind: 'either' };
  const items = /^parse (\d+)$/.exec(verdict)?.[1];
  if (items === undefined) throw new Error(`the index has an unknown verdict "${verdict}"`);
  return { kind: 'kept', items: Number(items) };
}
