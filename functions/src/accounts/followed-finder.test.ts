import { expect, it } from 'vitest';
import { keepLog, logEntries } from '../testing/test-log.ts';
import { createFollowedFinder } from './followed-finder.ts';

function world() {
  const state = { nowMs: 0, reads: 0, follows: ['a'], isAway: false };
  const followedBy = createFollowedFinder({
    now: () => state.nowMs,
    read: () => {
      state.reads += 1;
      return state.isAway ? Promise.reject(new Error('away: ada')) : Promise.resolve(state.follows);
    },
  });
  return { state, followedBy };
}

it('reads a person’s shows at most twice a minute, and none for visitors', async () => {
  const { state, followedBy } = world();
  expect(await followedBy(null)).toEqual([]);
  expect(await followedBy('ada')).toEqual(['a']);
  state.follows = [];
  expect([await followedBy('ada'), state.reads]).toEqual([['a'], 1]);
  state.nowMs = 30_000;
  expect([await followedBy('ada'), state.reads]).toEqual([[], 2]);
});

it('returns no shows after a failed read, and retries after ten seconds', async () => {
  const lines = keepLog();
  const { state, followedBy } = world();
  state.isAway = true;
  expect([await followedBy('ada'), await followedBy('bob'), state.reads]).toEqual([[], [], 1]);
  state.isAway = false;
  state.nowMs = 10_000;
  expect(await followedBy('bob')).toEqual(['a']);
  expect(logEntries(lines)).toMatchObject([{ event: 'follows-not-read', reason: 'Error' }]);
  expect(lines.join()).not.toContain('ada');
});
