import { expect, test } from 'vitest';
import { hashedSentences, packHashes, repeatedSentences } from './repeated-speech.ts';
import { searchedSpeech } from './searched-speech.ts';
import { packSpokenText, toSpokenText, unpackSpokenText } from './spoken-text.ts';

const sentenceHashes = (said: string) => packHashes(hashedSentences(said));
const OUTRO = 'This show is made by Acme and its many friends.';
const other = (at: number, outro = OUTRO) =>
  sentenceHashes(`Welcome to number ${at} of all our talks. Thank you. ${outro}`);
const text = `Welcome to number 9 of all our talks. Acme made news. Thank you. ${OUTRO} Bye.`;
const repeatedIn = (others: readonly Uint8Array[]) =>
  repeatedSentences(hashedSentences(text), others).map(({ start, end }) => text.slice(start, end));

test('finds the sentences that a quarter of the transcripts have, and at least three', () => {
  expect(repeatedIn([])).toEqual([]);
  expect(repeatedIn([other(1)])).toEqual([]);
  expect(repeatedIn([other(1), other(2)])).toEqual([OUTRO]);
  const unlike = Array.from({ length: 9 }, (_, at) =>
    other(at, 'Goodbye to you and to all of us.'),
  );
  expect(repeatedIn([...unlike, other(11), other(12)])).toEqual([OUTRO]);
  expect(repeatedIn([...unlike, other(11)])).toEqual([]);
});

test('ignores case and punctuation, and keeps short sentences', () => {
  const loud = 'THIS show is made by Acme, and its many friends!';
  expect(repeatedIn([other(1, loud), other(2, loud)])).toEqual([OUTRO]);
  expect(sentenceHashes('Thank you so much. Bye.')).toHaveLength(0);
  expect(sentenceHashes(`${OUTRO} ${OUTRO}`)).toHaveLength(4);
});

test('a stored transcript keeps what is not searched', () => {
  const repeated = repeatedSentences(hashedSentences(text), [other(1), other(2)]);
  const stored = unpackSpokenText(
    packSpokenText({ ...toSpokenText([{ startMs: 0, text }]), repeated }),
  );
  expect(searchedSpeech(stored)).toBe(text.replace(OUTRO, ' '.repeat(OUTRO.length)));
});
