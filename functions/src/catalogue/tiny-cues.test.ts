import { expect, test } from 'vitest';
import { growthOf } from '../testing/growth.ts';
import { readTranscript } from '../feeds/transcripts/read-transcript.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { awaitedAttachments, TRANSCRIPTS } from './store/attachments-store.ts';
import { recordTranscript } from './store/transcripts-store.ts';
import { storeFeed } from './store/store-feed.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';

const [TRANSCRIPTS_WRITTEN, CUES, FEW_CUES] = [40, 95_000, 9_500];
const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);

/** A cue every 0.9 s with alternating speakers, so that none are merged. */
const vtt = (cues: number) =>
  `WEBVTT\n\n${Array.from(
    { length: cues },
    (_, at) => `${clock(at * 900)} --> ${clock((at + 1) * 900)}\n<v ${at % 2 === 0 ? 'A' : 'B'}>a`,
  ).join('\n\n')}`;

test.each(ENGINES)(
  'searches forty transcripts of one-letter cues in linear time, $engine',
  async ({ open }) => {
    const [few, many] = [await searching(FEW_CUES), await searching(CUES)];
    expect(await growthOf(few, many)).toBeLessThan((3 * CUES) / FEW_CUES);

    async function searching(cues: number) {
      const { catalogue } = await open();
      const reading = readTranscript(Buffer.from(vtt(cues)), 'text/vtt');
      if (reading.kind !== 'read') throw new Error(reading.code);
      expect(reading.cues).toHaveLength(cues);
      const spoken = toSpokenText(reading.cues);
      const items = Array.from({ length: TRANSCRIPTS_WRITTEN }, (_, at) =>
        feedItem({
          title: `Number ${at}`,
          publishedAtMs: NOW - at * 60_000,
          transcripts: [{ url: `https://show.example/${at}.vtt`, type: 'text/vtt' }],
        }),
      );
      await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
      const awaited = await catalogue.read(() =>
        awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: TRANSCRIPTS_WRITTEN }),
      );
      for (const [at, { episodeId, ...record }] of awaited.entries()) {
        // What a show repeats is not searched.
        const own = { ...spoken, text: `${String(at).padStart(2)}${spoken.text.slice(2)}` };
        await catalogue.write(() => recordTranscript(episodeId, record, own));
      }
      const query = { keywords: ['spoken:a'], limit: TRANSCRIPTS_WRITTEN, totalLimit: 1000 };
      return async () => {
        const { episodes, total } = await catalogue.query(query);
        expect(total).toBe(TRANSCRIPTS_WRITTEN);
        const quoted = episodes.filter(({ spoken: said = [] }) => said.length > 0);
        expect(quoted.length).toBeGreaterThan(0);
        if (cues === CUES) expect(quoted.length).toBeLessThan(5);
      };
    }
  },
);
