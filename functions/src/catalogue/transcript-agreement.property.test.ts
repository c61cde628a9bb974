import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { matchesAmong } from '../alerts/fixtures/memory-episodes.ts';
import { HIGHLIGHT_START, splitHighlights } from '../contract/index.ts';
import { readTranscript } from '../feeds/transcripts/read-transcript.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import type { NewEpisode } from './store/new-episode.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { newEpisodes } from './testing/new-episodes.ts';
import { storeFeed } from './store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from './store/attachments-store.ts';
import { recordTranscript } from './store/transcripts-store.ts';

const STEP_MS = 7_000;
const clock = (ms: number, point = '.') =>
  new Date(ms).toISOString().slice(11, 23).replace('.', point);

type Talk = { words: string[]; speaker: string }[];

/** The same talk in each format. */
const FORMATS: Record<string, (talk: Talk) => string> = {
  webvtt: (talk) =>
    `WEBVTT\n\n${talk.map(({ words, speaker }, at) => `${clock(at * STEP_MS)} --> ${clock((at + 1) * STEP_MS)}\n<v ${speaker}>${words.join(' ')}`).join('\n\n')}`,
  srt: (talk) =>
    talk
      .map(
        ({ words, speaker }, at) =>
          `${at + 1}\r\n${clock(at * STEP_MS, ',')} --> ${clock((at + 1) * STEP_MS, ',')}\r\n${speaker}: ${words.join('\r\n')}`,
      )
      .join('\r\n\r\n'),
  json: (talk) =>
    JSON.stringify({
      segments: talk.map(({ words, speaker }, at) => ({
        speaker,
        startTime: (at * STEP_MS) / 1000,
        body: words.join(' '),
      })),
    }),
  'json, a piece for each word': (talk) =>
    JSON.stringify({
      segments: talk.flatMap(({ words, speaker }, at) =>
        words.map((text, nth) => ({ speaker, start: (at * STEP_MS + nth) / 1000, text })),
      ),
    }),
  html: (talk) =>
    talk
      .map(
        ({ words, speaker }, at) =>
          `<cite>${speaker}:</cite> <time>${clock(at * STEP_MS)}</time> <p>${words.join(' <b>')}</p>`,
      )
      .join('\n'),
  'plain text': (talk) =>
    talk
      .map(({ words, speaker }, at) => `${speaker}  ${clock(at * STEP_MS)}\n${words.join(' ')}\n`)
      .join('\n'),
};

const word = fc.constantFrom('copper', 'the', 'harbour', 'Genoa', 'été', 'naïve', 'C', 'and', '47');
const talks = fc.array(
  fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 6 }),
    speaker: fc.constantFrom('Ann', 'Bo'),
  }),
  { minLength: 2, maxLength: 8 },
);

describe.each(ENGINES)('transcripts on $engine', ({ open, pace }) => {
  it('search and alerts agree on transcripts in every format, at the time of the first cue', async () => {
    const { catalogue, clear } = await open();
    await fc.assert(
      fc.asyncProperty(
        talks,
        fc.constantFrom(...Object.keys(FORMATS)),
        fc.nat(),
        fc.integer({ min: 1, max: 4 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.array(word, { maxLength: 6 }),
        async (talk, format, from, length, other, notes) => {
          await clear();
          const reading = readTranscript(Buffer.from(FORMATS[format]!(talk)), 'text/plain');
          if (reading.kind !== 'read') throw new Error(reading.code);
          const transcripts = [{ url: 'https://show.example/a', type: '' }];
          const items = [
            feedItem({ title: 'x', description: notes.join(' '), transcripts }),
            feedItem({ title: 'y' }),
          ];
          await catalogue.write(() =>
            storeFeed(
              'https://show.example/feed',
              readingOf(items, { title: 'Pod', publisher: 'Pub' }),
              NOW,
            ),
          );
          const [awaited] = await catalogue.read(() =>
            awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 1 }),
          );
          const { episodeId, ...record } = awaited!;
          await catalogue.write(() =>
            recordTranscript(episodeId, record, toSpokenText(reading.cues)),
          );

          const all = talk.flatMap(({ words }, piece) => words.map((text) => ({ text, piece })));
          const start = from % all.length;
          const said = all.slice(start, start + length).map(({ text }) => text);
          for (const keyword of [said.join(' '), other.join(' ')]) {
            const query = { keywords: [keyword], limit: 9, totalLimit: 9 };
            const answer = await catalogue.query(query);
            const inNotes = await catalogue.query({ ...query, spoken: false });
            const alerted = await countAlerted(keyword, newEpisodes(catalogue, 0, 0));
            expect(alerted).toEqual({ both: answer.total, notes: inNotes.total });
            expect(inNotes.total).toBe(` ${notes.join(' ')} `.includes(` ${keyword} `) ? 1 : 0);
            const isSaid = ` ${all.map(({ text }) => text).join(' ')} `.includes(` ${keyword} `);
            for (const [question, isFound] of [
              [`spoken:"${keyword}"`, isSaid],
              [`Pod -spoken:"${keyword}" -show:y title:x`, !isSaid],
              [`Pod +spoken:"${keyword}"`, isSaid],
            ] as const) {
              const asked = { ...query, keywords: [question] };
              const { episodes, total } = await catalogue.query(asked);
              const alone = await catalogue.query({ ...asked, spoken: false });
              expect([question, total]).toEqual([question, isFound ? 1 : 0]);
              expect(alone.total).toBe(question.includes(' -') ? 1 : 0);
              const alertedHere = await countAlerted(question, newEpisodes(catalogue, 0, 0), 1);
              expect(alertedHere).toEqual({ both: total, notes: alone.total });
              if (!question.startsWith('Pod')) {
                expect(episodes[0]?.spoken?.length ?? 0).toBe(
                  answer.episodes[0]?.spoken?.length ?? 0,
                );
                expect(episodes[0]?.description ?? '').not.toContain(HIGHLIGHT_START);
              }
            }
            if (keyword !== said.join(' ')) continue;
            expect(answer.total).toBe(1);
            const first = firstIndex(all, said);
            const [match] = answer.episodes[0]?.spoken ?? [];
            expect(match?.atMs).toBe(first.piece * STEP_MS);
            expect(match?.speaker).toBe(talk[first.piece]?.speaker);
            const marked = splitHighlights(match?.text ?? '').find(
              ({ highlighted }) => highlighted,
            );
            expect(marked?.text.toLowerCase().startsWith(said[0]!.toLowerCase())).toBe(true);
          }
        },
      ),
      { numRuns: fuzzRuns(60 * pace) },
    );
  });
});

function firstIndex(all: readonly { text: string; piece: number }[], said: readonly string[]) {
  const at = all.findIndex((_, index) =>
    said.every((text, nth) => all[index + nth]?.text === text),
  );
  return all[at]!;
}

/** Counts the matches of two alerts: one includes transcripts, the other only notes. */
async function countAlerted(keyword: string, episodes: AsyncIterable<NewEpisode>, language?: 1) {
  const saved = { keyword, sinceMs: 0, ...(language && { language }) };
  const alerts = [
    { ...saved, uid: 'both', alertId: 'a' },
    { ...saved, uid: 'notes', alertId: 'b', spoken: false as const },
  ];
  const all: NewEpisode[] = [];
  for await (const episode of episodes) all.push(episode);
  const news = await matchesAmong([{ uid: 'both', alerts }], all);
  return { both: news.get('a')?.length ?? 0, notes: news.get('b')?.length ?? 0 };
}
