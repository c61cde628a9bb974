import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { namedShows } from './add-term.tsx';
import { queryChips } from './query-chips.ts';

const episodes = (...shows: string[]) => shows.map((podcast) => sampleEpisode({ podcast }));

test('names at most eight shows, most episodes first', () => {
  const found = episodes('Lex', 'Hard Fork', 'Lex', '', '…', 'Acquired', 'Hard Fork', 'Lex');
  expect(namedShows(found, [])).toEqual(['Lex', 'Hard Fork', 'Acquired']);
  const many = Array.from({ length: 20 }, (_, index) => `Show ${index}`);
  expect(namedShows(episodes(...many), [])).toHaveLength(8);
});

test('omits shows that the query already names', () => {
  const found = episodes('Lex', 'Hard Fork', 'Acquired');
  expect(namedShows(found, queryChips('openai, -show:"hard fork", show:Lex'))).toEqual([
    'Acquired',
  ]);
});
