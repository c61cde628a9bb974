import { expect, test } from 'vitest';
import { markerOf } from '../../query/excerpt.ts';
import { markSearched, searchedSpeech } from './searched-speech.ts';
import { spokenMatches } from './spoken-matches.ts';
import { toSpokenText } from './spoken-text.ts';

test.each([
  ['Find us on Apple Podcasts, Spotify, or YouTube. Bye', 'Apple Podcasts, Spotify, or YouTube'],
  ['on spotify and apple podcasts', 'spotify and apple podcasts'],
  ['on Overcast,\nPocket Casts or on Deezer today', 'Overcast,\nPocket Casts or on Deezer'],
  ['rate us on Apple Podcasts', ''],
  ['We compare Spotify and YouTube', ''],
  ['Apple Podcasts pays, Spotify does not', ''],
  ['pineapple podcasts, spotifying', ''],
])('searches %j without %j', (text, list) => {
  expect(searchedSpeech({ text })).toBe(text.replace(list, ' '.repeat(list.length)));
});

test('marks nothing in a list of services, and quotes it whole', () => {
  const text = 'Ask Apple. We are on Apple Podcasts, Spotify and elsewhere, says Apple';
  expect(markSearched({ text }, markerOf(['apple']))).toBe(
    text.replace('Ask Apple', 'Ask \uFDD0Apple\uFDD1').replace(/Apple$/, '\uFDD0Apple\uFDD1'),
  );
  const spoken = toSpokenText([{ startMs: 0, text: text.slice(11) }]);
  expect(spokenMatches(spoken, markerOf(['elsewhere']))?.spoken).toEqual([
    { text: 'We are on Apple Podcasts, Spotify and >>>elsewhere<<<, says Apple', atMs: 0 },
  ]);
  expect(spokenMatches(spoken, markerOf(['spotify']))).toBeNull();
});
