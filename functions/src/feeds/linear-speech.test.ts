import { expect, test } from 'vitest';
import { passesOf } from '../testing/growth.ts';
import { announcedGuests } from './read/announced-guests.ts';
import { hashedSentences } from './transcripts/repeated-speech.ts';
import { searchedSpeech } from './transcripts/searched-speech.ts';

const LENGTH = 230_000;
/** A linear reader takes less than one pass over a megabyte; a quadratic one takes hundreds. */
const TOO_MANY_PASSES = 20;

const READERS = {
  announcedGuests: (text: string) => announcedGuests(text, text),
  hashedSentences,
  searchedSpeech: (text: string) => searchedSpeech({ text }),
};

test.each(
  [
    ['', 'with Ada B., ', ''],
    ['', 'Ada de la ', ''],
    ['', 'Ada B. & ', 'joins'],
    ['joined by ', 'a, ', 'Ada B.'],
    ['', 'guest is is ', ''],
    ['Spotify', ' ', 'x'],
    ['', 'Spotify or on the ', 'x'],
    ['', 'Apple   Podcasts, ', ''],
    ['Spotify, ', 'or ', 'Apple Podcasts'],
    ['', 'A. ', ''],
    ['A', '."”)', ' B'],
    ['', 'A b c d e\n', ''],
    ['', 'é', '.'],
  ].flatMap(([head = '', piece = '', tail = '']) =>
    Object.entries(READERS).map(([name, read]) => ({ name, read, head, piece, tail })),
  ),
)('$name reads "$head$piece…$tail" in linear time', ({ read, head, piece, tail }) => {
  const text = head + piece.repeat(Math.ceil(LENGTH / piece.length)) + tail;
  const passes = [1, 2, 3].map(() => passesOf(() => read(text)));
  expect(Math.min(...passes)).toBeLessThan(TOO_MANY_PASSES);
});
