import { expect, test } from 'vitest';
import { packSpokenText, toSpokenText } from '../../transcripts/spoken-text.ts';
import { quoteTranscripts } from './quote-transcripts.ts';

const transcripts = Array.from({ length: 30 }, (_, at) => ({
  episodeId: 30 - at,
  packed: packSpokenText(
    toSpokenText([{ startMs: at * 1000, text: `We talk of copper, part ${at}.` }]),
  ),
  url: `https://show.example/${at}`,
}));

test('quotes each transcript that holds a phrase, with its time and its file', async () => {
  const found = await quoteTranscripts(['of copper', 'part 3'], transcripts);
  expect(found.size).toBe(30);
  expect(found.get(27)).toEqual({
    spoken: [{ text: 'We talk >>>of copper<<<, >>>part 3<<<.', atMs: 3000 }],
    spokenTotal: 1,
    minutes: 1,
    transcript: 'https://show.example/3',
  });
  expect(await quoteTranscripts(['silver'], transcripts)).toEqual(new Map());
});

test('quotes the newest, as many as a page shows, however long the texts are', async () => {
  const found = await quoteTranscripts(['copper'], transcripts, undefined, 1);
  expect([...found.keys()]).toEqual(Array.from({ length: 10 }, (_, at) => 30 - at));
});

test('ends between two texts when nobody waits any more', async () => {
  const given = new AbortController();
  const quoted = quoteTranscripts(['copper'], transcripts, given.signal);
  given.abort(new Error('nobody waits'));
  await expect(quoted).rejects.toThrow('nobody waits');
});
