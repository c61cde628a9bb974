import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import type { WaitingEpisode } from '../outbox/waiting.ts';
import { digestPlanner } from './shown-episodes.ts';

const COUNT = 30;
/** Together, the transcripts are three times as large as the cache. */
const SPOKEN = new Uint8Array(2_000_000);

const texts = Array.from(
  { length: COUNT },
  (_, at) => ({ item: `item ${at}`, title: `Episode ${at}`, spoken: SPOKEN }) as NewEpisode,
);
const episodes = texts.map(({ item }, id) => ({ id, item, title: '' }) as WaitingEpisode);

test('plans a digest with more text than the cache can contain, a few texts at a time', async () => {
  let most = 0;
  let read = 0;
  const planner = digestPlanner(
    {
      episodesWithIds: (ids) => {
        most = Math.max(most, ids.length);
        read += ids.length;
        return Promise.resolve(ids.map((id) => ({ ...texts[id], said: 'a' }) as NewEpisode));
      },
    },
    ({ title, said }) => ({ excerpt: `${title} ${said ?? ''}` }) as never,
  );
  const plan = () =>
    planner.plan((shown) => episodes.map((episode) => shown(episode, { keyword: 'a' }).excerpt));
  const planned = await plan();
  expect(planned).toEqual(texts.map(({ title }) => `${title} `));
  expect([most, read]).toEqual([20, COUNT]);
  await plan();
  expect(read).toBe(COUNT);
});
