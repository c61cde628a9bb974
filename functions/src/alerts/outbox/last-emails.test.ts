import { expect, test } from 'vitest';
import { MAX_ALERTS } from '../../contract/index.ts';
import { withLastEmail, withoutLastEmail } from './last-emails.ts';
import { EMPTY_PENDING } from './pending-document.ts';

const section = (alertId: string, moreCount = 0) => ({
  alertId,
  keyword: 'ledgers',
  episodes: [{ title: 'A', link: '', podcast: '', image: '', excerpt: '', pubDateMs: 1 }],
  moreCount,
  episodeIds: new Uint8Array(),
  keys: new Uint8Array(),
});

test('counts what a digest shows and what it only counts, and forgets what was not mailed', () => {
  const first = { sections: [section('a', 4), section('b')], createdAtMs: 10 };
  const told = withLastEmail(EMPTY_PENDING, first);
  expect(told.last).toEqual({ a: { atMs: 10, episodes: 5 }, b: { atMs: 10, episodes: 1 } });
  const failed = withoutLastEmail(told, { ...first, sections: [section('a')] });
  expect(Object.keys(failed.last!)).toEqual(['b']);
  expect(withoutLastEmail(told, { ...first, createdAtMs: 9 })).toEqual(told);
});

test('keeps the last emails of as many alerts as a person can have', () => {
  const all = Array.from({ length: MAX_ALERTS + 5 }, (_, at) => at);
  const last = all.reduce(
    (pending, at) => withLastEmail(pending, { sections: [section(`${at}`)], createdAtMs: at }),
    EMPTY_PENDING,
  ).last!;
  expect(Object.keys(last)).toHaveLength(MAX_ALERTS);
  expect(Object.keys(last)).not.toContain('4');
});
