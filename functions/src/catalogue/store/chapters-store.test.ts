import { expect, it } from 'vitest';
import { keepReadChapters } from './chapters-store.ts';
import type { EpisodeRow } from '../schema/episode-row.ts';
import type { StorePlan } from './store-plan.ts';

const NONE = { chapters: '', chapterTimes: '' };
const FILE = { chapters: 'Copper', chapterTimes: '5' };
const OWN = { chapters: 'Tin', chapterTimes: '7' };

it('keeps chapters from files where the feed has none, except those of forgotten files', () => {
  const row = (identity: string, columns: typeof NONE) => ({ identity, ...columns }) as EpisodeRow;
  const plan = {
    update: [
      { id: 1, row: row('read', NONE) },
      { id: 2, row: row('own', OWN) },
      { id: 3, row: row('listed', OWN) },
      { id: 4, row: row('unlisted', FILE) },
      { id: 5, row: row('none', NONE) },
    ],
    chapterFiles: new Map([['listed', []]]),
  } as unknown as StorePlan;
  const read = new Map([1, 2, 3, 4].map((id) => [id, FILE]));
  expect(keepReadChapters(plan, read, [3, 4]).update.map(({ row }) => row)).toEqual([
    { identity: 'read', ...FILE },
    { identity: 'own', ...OWN },
    { identity: 'listed', ...OWN },
    { identity: 'unlisted', ...NONE },
    { identity: 'none', ...NONE },
  ]);
});
