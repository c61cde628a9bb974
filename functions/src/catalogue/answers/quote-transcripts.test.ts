import { expect, test } from 'vitest';
import { packSpokenText, toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { quoteTranscripts } from './quote-transcripts.ts';

const transcripts = Array.from({ length: 30 }, (_, at) => ({
  episodeId: 30 - at,
  packed: packSpokenText(
    toSpokenText([{ startMs: at * 1000, text: `We talk of copper, part ${at}.` }]),
  ),
  transcribedSeconds: null,
  url: `https://show.example/${at}`,
}));

test('quotes each transcript with a phrase, with time and file', async () => {
  const found = await quoteTranscripts(['of copper', 'part 3'], transcripts);
  expect(found.size).toBe(30);
  expect(found.get(27)).toEqual({
    spoken: [{ text: 'We talk >>>of copper<<<, >>>part 3<<<.', atMs: 3000 }],
    spokenTotal: 1,
    minutes: 1,
    of: 1,
    transcribedSeconds: null,
    transcript: 'https://show.example/3',
  });
  expect(await quoteTranscripts(['silver'], transcripts)).toEqual(new Map());
});

test.each([
  ['letters', { letters: 1, ms: Infinity }],
  ['time', { letters: Infinity, ms: Number.MIN_VALUE }],
])('quotes only the newest transcript at the limit of %s', async (_name, limits) => {
  const found = await quoteTranscripts(['copper'], transcripts, undefined, limits);
  expect([...found.keys()]).toEqual([30]);
});

/** Each transcript is within the size limits, and as slow to quote as its kind can be. */
const EXPENSIVE = {
  'tiny cues': Array.from({ length: 95_000 }, (_, at) => ({ startMs: at * 2000, text: 'a' })),
  'only matches': [{ startMs: 0, text: 'a '.repeat(250_000) }],
  letters: [{ startMs: 0, text: 'bcdefghi '.repeat(270_000) }],
};

test.each(Object.entries(EXPENSIVE))(
  'stops early at many transcripts of %s',
  async (_name, cues) => {
    const packed = packSpokenText(toSpokenText(cues));
    const many = Array.from({ length: 40 }, (_, episodeId) => ({
      episodeId,
      packed,
      transcribedSeconds: null,
      url: '',
    }));
    const found = await quoteTranscripts(['a', 'bcdefghi'], many);
    expect(found.size).toBeGreaterThan(0);
    expect(found.size).toBeLessThan(5);
  },
);

test('quotes a hundred transcripts of an hour', async () => {
  const sentence = 'we talk of copper and of its price today';
  const hour = Array.from({ length: 1_200 }, (_, at) => ({ startMs: at * 3000, text: sentence }));
  const packed = packSpokenText(
    toSpokenText(
      hour.map((cue, at) => ({
        ...cue,
        text: at % 40 === 0 ? cue.text : cue.text.replace('copper', 'silver'),
      })),
    ),
  );
  const page = Array.from({ length: 100 }, (_, episodeId) => ({
    episodeId,
    packed,
    transcribedSeconds: null,
    url: '',
  }));
  const limits = { letters: 10_000_000, ms: Infinity };
  expect((await quoteTranscripts(['copper'], page, undefined, limits)).size).toBe(100);
});

test('stops before the next text when the request is aborted', async () => {
  const given = new AbortController();
  const quoted = quoteTranscripts(['copper'], transcripts, given.signal);
  given.abort(new Error('nobody waits'));
  await expect(quoted).rejects.toThrow('nobody waits');
});
