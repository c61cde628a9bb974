import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  untranscribedEpisodes,
  recordTranscribed,
} from '../../catalogue/store/transcription-store.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../../catalogue/testing/test-catalogue.ts';
import { DAY_MS, MACHINE_SPEAKER, MINUTE_MS, strengthBy } from '../../contract/index.ts';
import { toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { episodeGround, keywordGrounds } from './episode-ground.ts';

const cue = fc.record({
  startMs: fc.nat({ max: 20 * MINUTE_MS }),
  text: fc.constantFrom(
    'We like copper.',
    'Copper, copper and tin.',
    'Then rain.',
    'Good morning.',
  ),
});

test('a machine’s transcript is about words it contains in three minutes, in searches and alerts', async () => {
  const seen = { about: 0, passing: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(cue, { minLength: 1, maxLength: 12 }), async (said) => {
      const cues = said
        .map((each) => ({ ...each, speaker: MACHINE_SPEAKER }))
        .sort((one, other) => one.startMs - other.startMs);
      const minutes = new Set(
        cues
          .filter(({ text }) => /copper/i.test(text))
          .map(({ startMs }) => Math.floor(startMs / MINUTE_MS)),
      );
      if (minutes.size === 0) return;
      const catalogue = temporaryCatalogue();
      const item = feedItem({ durationSeconds: 1200 });
      await catalogue.write(() => storeFeed('https://a.example/feed', readingOf([item]), NOW));
      const [found] = await catalogue.read(() => untranscribedEpisodes(NOW - 7 * DAY_MS));
      const heard = { ...found!, spoken: toSpokenText(cues), transcribedSeconds: 1200 };
      await catalogue.write(() => recordTranscribed(heard));
      const { episodes } = await catalogue.query({ keywords: ['copper'], limit: 1, totalLimit: 1 });
      const isAbout = minutes.size >= 3;
      const expected = strengthBy(isAbout ? 'said_often' : 'said');
      expect(episodes).toMatchObject([{ ...expected, machineTranscript: true }]);
      for await (const episode of newEpisodes(catalogue, 0, 0)) {
        const ground = episodeGround(keywordGrounds('copper', false), episode, {
          keyword: 'copper',
        });
        expect(strengthBy(ground)).toEqual(expected);
      }
      seen[isAbout ? 'about' : 'passing'] += 1;
    }),
    { numRuns: fuzzRuns(40) },
  );
  expect(seen.about).toBeGreaterThan(timesSeen(8));
  expect(seen.passing).toBeGreaterThan(timesSeen(8));
});
