import { expect, test } from 'vitest';
import { MAX_ALERTS } from '../../contract/index.ts';
import { type LastEmails, withLastEmail, withoutLastEmail } from './last-emails.ts';

const section = (alertId: string, moreCount = 0) => ({
  alertId,
  keyword: 'ledgers',
  episodes: [{ title: 'A', link: '', podcast: '', image: '', excerpt: '', pubDateMs: 1 }],
  moreCount,
  episodeIds: new Uint8Array(),
  keys: new Uint8Array(),
});

test('the last email counts shown and further episodes, without unmailed sections', () => {
  const first = { sections: [section('a', 4), section('b')], createdAtMs: 10 };
  const noted = withLastEmail({}, first);
  expect(noted).toEqual({ a: { atMs: 10, episodes: 5 }, b: { atMs: 10, episodes: 1 } });
  const failed = withoutLastEmail(noted, { ...first, sections: [section('a')] });
  expect(Object.keys(failed)).toEqual(['b']);
  expect(withoutLastEmail(noted, { ...first, createdAtMs: 9 })).toEqual(noted);
});

test('stores the last emails of at most the maximum number of alerts', () => {
  const all = Array.from({ length: MAX_ALERTS + 5 }, (_, at) => at);
  const last = all.reduce<LastEmails>(
    (before, at) => withLastEmail(before, { sections: [section(`${at}`)], createdAtMs: at }),
    {},
  );
  expect(Object.keys(last)).toHaveLength(MAX_ALERTS);
  expect(Object.keys(last)).not.toContain('4');
});
