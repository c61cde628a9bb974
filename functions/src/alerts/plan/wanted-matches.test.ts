import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { unwantedOf, wantedMatches } from './wanted-matches.ts';

const ITEM = 'https://show.example/feed 1';
const waiting = {
  counts: [],
  matches: [
    {
      alertId: '000-a',
      words: 'of another query',
      episode: {
        id: 7,
        item: ITEM,
        title: 'The week',
        podcast: 'The Show',
        link: '',
        pubDateMs: 5,
        ingestedAtMs: 5,
        match: 'm',
        quoted: 'Somebody speaks of ledgers.',
      },
    },
  ],
};
const known = newEpisode({ item: ITEM, title: 'The week', description: 'On ledgers and adverts.' });

test.each([
  ['found by its text', 'ledgers', [known], true],
  ['without the words', 'trees', [known], false],
  ['with excluded words', 'ledgers -adverts', [known], false],
  ['that the catalogue has no more, but quoted', 'ledgers', [], true],
  ['whose id has another episode, but quoted', 'ledgers', [newEpisode({ item: 'other' })], true],
  ['that the catalogue has no more, and quoted without the words', 'trees', [], false],
])(
  'judges a match of a reworded alert %s',
  async (_, keyword, episodes: NewEpisode[], isWanted) => {
    const alert = { uid: 'ada', alertId: '000-a', keyword, sinceMs: 0 };
    const read = () => Promise.resolve(episodes);
    const wanted = await wantedMatches(waiting, [alert], { read });
    expect(wanted.map((each) => each.episodes.map(({ match }) => match))).toEqual([
      isWanted ? ['m'] : [],
    ]);
    expect(unwantedOf(waiting, wanted)).toEqual(isWanted ? [] : ['m']);
  },
);
