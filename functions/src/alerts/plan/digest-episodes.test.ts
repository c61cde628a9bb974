import { expect, test } from 'vitest';
import { MACHINE_SPEAKER } from '../../contract/index.ts';
import { packSpokenText, toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { digestEpisode, messageEpisode } from './digest-episodes.ts';

const NAMES = ['ann', 'bob', 'cleo', 'dora', 'emil', 'fred', 'gerd', 'hugo'];
const FILLER = 'a '.repeat(120);

function saidBy(speaker: string | undefined) {
  const cues = NAMES.map((name, at) => ({
    startMs: at * 60_000,
    text: `${FILLER}${name} ${FILLER}`,
    ...(speaker !== undefined && { speaker }),
  }));
  const spoken = toSpokenText(cues);
  return newEpisode({ key: 'k', item: 'i', said: spoken.text, spoken: packSpokenText(spoken) });
}

test('quotes at most 200 words of a machine’s transcript in mails and messages', () => {
  const keyword = normalizeQuery([NAMES.join(' AND ')]);
  const wordsIn = (texts: string[]) => texts.join(' ').split(/\s+/).length;
  const { excerpt, reasons = [] } = digestEpisode(saidBy(MACHINE_SPEAKER), { keyword });
  // Each quotation begins with five words: "Machine transcript at about 1:00:".
  const labels = 5 * (1 + reasons.length);
  expect(wordsIn([excerpt, ...reasons.map(({ text }) => text)]) - labels).toBeLessThanOrEqual(200);
  const { said = [] } = messageEpisode(saidBy(MACHINE_SPEAKER), { keyword });
  expect(said.length).toBeGreaterThan(0);
  expect(wordsIn(said.map(({ text }) => text))).toBeLessThanOrEqual(200);
  expect(messageEpisode(saidBy(undefined), { keyword }).said).toHaveLength(NAMES.length);
});

test('starts playback 15 seconds earlier and says so if times may be off', () => {
  const spoken = toSpokenText([
    { startMs: 60_000, speaker: MACHINE_SPEAKER, text: 'We like copper.' },
  ]);
  const heard = newEpisode({
    key: 'k',
    item: 'i',
    audio: 'https://a.example/1.mp3',
    said: spoken.text,
    spoken: packSpokenText(spoken),
  });
  const wanted = { keyword: 'copper' };
  expect(digestEpisode(heard, wanted)).toMatchObject({
    audioAtMs: 60_000,
    excerpt: 'Machine transcript at about 1:00: We like >>>copper<<<.',
  });
  const other = { ...heard, timesMayDiffer: true } as const;
  expect(digestEpisode(other, wanted)).toMatchObject({
    audioAtMs: 45_000,
    excerpt: 'Machine transcript at about 1:00 (times may be off): We like >>>copper<<<.',
  });
  expect(messageEpisode(other, wanted).said).toMatchObject([{ atMs: 45_000 }]);
});
