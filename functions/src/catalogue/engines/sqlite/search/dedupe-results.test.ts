import { expect, test } from 'vitest';
import { HOUR_MS, MAX_EPISODES, MAX_TOTAL } from '../../../../contract/index.ts';
import { feedItem, NOW, readingOf, temporaryCatalogue } from '../../../testing/test-catalogue.ts';
import { storeFeed } from '../../../store/store-feed.ts';

test('an episode with more duplicates than MAX_TOTAL hides no other episode', async () => {
  const catalogue = temporaryCatalogue();
  const publishes = (show: string, title: string, audio: string, publishedAtMs: number) =>
    catalogue.write(() =>
      storeFeed(
        `https://${show}.example/feed`,
        readingOf([feedItem({ title, audio, publishedAtMs, durationSeconds: 601 })], {
          title: show,
        }),
        NOW,
      ),
    );
  await publishes('first', 'On ledgers', 'https://cdn.example/1.mp3', NOW - HOUR_MS);
  for (let index = 0; index < MAX_TOTAL; index += 1) {
    const prefixed = `https://pdst.fm/e/cdn.example/1.mp3?feed=${index}`;
    await publishes(`rival-${index}`, `On ledgers, ${index}`, prefixed, NOW - index);
  }
  await publishes('other', 'Of ledgers', 'https://cdn.example/2.mp3', NOW - 2 * HOUR_MS);

  const query = { keywords: ['ledgers'], limit: MAX_EPISODES, totalLimit: MAX_TOTAL };
  const { episodes, total } = await catalogue.query(query);
  expect(total).toBe(2);
  expect(episodes.map(({ podcast, alsoInMore }) => [podcast, alsoInMore])).toEqual([
    ['first', MAX_TOTAL - 5],
    ['other', undefined],
  ]);
});
