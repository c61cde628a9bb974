import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { normalizeKeyword, normalizeQuery, planOfKey } from '../../query/normalize-query.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { answeredQueries, isTold } from '../fixtures/answered-queries.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { createMatchedTexts, type MatchedTexts } from './match-texts.ts';

const EPISODE = {
  title: 'Sam Altman, live',
  podcast: 'The Über Show',
  publisher: 'Small Bets',
  description: 'A talk about state-of-the-art C++ and a16z; a talk about a talk.',
};

function mentioned(keywords: string[], episode = EPISODE): string[] {
  const [indexes = []] = answeredQueries(keywords.map(normalizeKeyword), [episode]);
  return indexes.map((index) => keywords[index]!);
}

describe('keywords', () => {
  test.each(['sam', 'SAM ALTMAN', 'C++', 'state of the art', 'a talk'])(
    'a keyword matches: %j',
    (keyword) => {
      expect(mentioned([keyword])).toEqual([keyword]);
    },
  );

  test.each(['alt', 'altman sam', 'sam live', 'state the art', '++', '', 'about a talk about'])(
    'a keyword does not match: %j',
    (keyword) => {
      expect(mentioned([keyword])).toEqual([]);
    },
  );

  test.each(['uber show', 'small bets'])('only a name matches: %j', (keyword) => {
    expect(mentioned([keyword])).toEqual([]);
    expect(mentioned([keyword], { ...EPISODE, title: `On ${keyword}` })).toEqual([keyword]);
  });

  test.each(['live the', 'show small', 'bets a talk', 'live the uber show'])(
    'words in two texts do not match: %j',
    (keyword) => {
      expect(mentioned([keyword])).toEqual([]);
    },
  );

  test('a phrase matches along with its prefixes and inner phrases', () => {
    const keywords = ['a', 'a talk', 'a talk about', 'talk about', 'a talk about nothing'];
    expect(mentioned(keywords).sort()).toEqual(keywords.slice(0, 4));
  });

  test('each keyword is found once per episode', () => {
    expect(mentioned(['nothing', 'a', 'talk'])).toEqual(expect.arrayContaining(['a', 'talk']));
    expect(mentioned(['nothing', 'a', 'talk'])).toHaveLength(2);
  });
});

describe('queries', () => {
  const spoken = { ...EPISODE, said: 'And then we met a compiler' };

  function answered(...queries: string[]): string[] {
    const [indexes = []] = answeredQueries(
      queries.map((question) => normalizeQuery([question])),
      [spoken],
    );
    return indexes.map((index) => queries[index] ?? `nothing at ${index}`).sort();
  }

  test('a field term matches its field, whatever other queries there are', () => {
    const answeredOnes = ['altman live', 'show:uber', 'spoken:compiler', 'title:altman'];
    const others = ['title:uber', 'show:altman', 'spoken:altman', 'title:compiler'];
    expect(answered(...others, ...answeredOnes)).toEqual(answeredOnes);
    expect(answered(...answeredOnes, ...others)).toEqual(answeredOnes);
  });

  test.each(['title:altman', 'show:uber', 'spoken:compiler'])(
    'a single query matches: %s',
    (question) => {
      expect(answered(question)).toEqual([question]);
    },
  );

  test.each(['show:live', 'show:small', 'title:the', 'spoken:talk'])(
    'a field term does not match the neighbouring field: %s',
    (question) => {
      expect(answered(question)).toEqual([]);
    },
  );

  test('a query requires all its terms and no excluded term', () => {
    expect(answered('sam -live', 'sam -title:live', 'sam AND nobody', 'title:sam -uber')).toEqual(
      [],
    );
    expect(answered('sam -nobody', 'sam OR nobody', 'title:sam -title:uber')).toEqual([
      'sam -nobody',
      'sam OR nobody',
      'title:sam -title:uber',
    ]);
  });
});

describe('names of shows', () => {
  const episode = { ...EPISODE, description: 'A talk', title: 'On kilns' };
  test.each([
    ['+uber +show', false],
    ['uber OR small', false],
    ['uber*', false],
    ['uber AND kilns', true],
    ['uber OR kilns', true],
    ['show:uber', true],
    ['uber show:uber', true],
    ['(show:uber OR nothing) -kiln', true],
  ])('%s, told %s', (question, isFound) => {
    expect(answeredQueries([normalizeQuery([question])], [episode])).toEqual([isFound ? [0] : []]);
  });
});

describe('excluded shows', () => {
  const shows = ['The Daily', 'the daily!', 'The Daily Brief', 'Not the Daily', 'Daily', ''];

  test.each([
    ['talk -show:"The Daily"', ['The Daily Brief', 'Not the Daily', 'Daily', '']],
    ['talk -show:"Daily"', ['The Daily', 'the daily!', 'The Daily Brief', 'Not the Daily', '']],
    ['talk -show:daily', ['']],
    ['talk -show:the-daily', ['Daily', '']],
    ['talk -show:"The Daily*"', ['Daily', '']],
    ['talk -show:"Daily Brief" -show:"Nobody"', shows],
    ['show:daily -show:"The Daily"', ['The Daily Brief', 'Not the Daily', 'Daily']],
  ])('excluding with %s leaves %j', (question, left) => {
    const episodes = shows.map((podcast) => ({ ...EPISODE, podcast }));
    const keys = [normalizeQuery([question]), normalizeKeyword('nobody')];
    const answers = answeredQueries(keys, episodes);
    expect(shows.filter((_, index) => answers[index]!.includes(0))).toEqual(left);
  });
});

describe('any texts and keywords', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'A',
      'Sam',
      'ALTMAN',
      'Lütke',
      'Lu\u0308tke',
      'lutke',
      'C++',
      'c',
      'U.S.',
      's',
      '東京',
      '日本語',
      '日',
      '한글',
      'हिन्दी',
      '🤖AI',
      'ai',
      '😀',
      'ß',
      'ẞ',
      'İ',
      'ı',
      'Σίσυφος',
      'й',
      'и\u0306',
      'и',
      "don't",
      'don’t',
      't',
      '3.5',
      'ﬁ',
      'ǅ',
      '\u0301',
      '&',
      '"',
      'OR',
      'NEAR(',
    ),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const joint = fc.constantFrom(' ', ' ', ' ', '-', ', ', '\n', '’', '\u00a0', '\u2069', '\0', '');
  const phrase = (maxLength: number) =>
    fc
      .array(fc.tuple(word, joint), { minLength: 1, maxLength })
      .map((parts) => parts.flat().join(''));
  const text = phrase(12);

  test.each(ENGINES)(
    '$engine finds an episode for a keyword if and only if the alert matches',
    async ({ open, pace }) => {
      const { catalogue, clear } = await open();
      let agreed = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }),
          text,
          text,
          fc.array(phrase(4), { minLength: 1, maxLength: 12 }),
          async (items, podcast, publisher, entries) => {
            const reading = readingOf(
              items.map(([title, description]) => feedItem({ title, description })),
              { title: podcast, publisher },
            );
            await catalogue.write(() => storeFeed('https://show.example/feed', reading, NOW));
            const keywords = [...new Set(entries.map(normalizeKeyword))];
            const matched = keywords.map((): string[] => []);
            const episodes: NewEpisode[] = [];
            for await (const episode of newEpisodes(catalogue, NOW, 0)) episodes.push(episode);
            answeredQueries(keywords, episodes).forEach((matching, index) => {
              for (const query of matching) matched[query]!.push(episodes[index]!.link);
            });
            const found = await Promise.all(
              keywords.map((keyword) =>
                catalogue.query({ keywords: [keyword], limit: 10, totalLimit: 10 }),
              ),
            );
            await clear();
            const told = keywords.map((keyword) =>
              episodes.filter((each) => isTold(planOfKey(keyword), each)).map(({ link }) => link),
            );
            expect(matched).toEqual(
              found.map((answer, at) =>
                answer.episodes.map(({ link }) => link).filter((link) => told[at]!.includes(link)),
              ),
            );
            agreed += matched.flat().length;
          },
        ),
        { numRuns: fuzzRuns(500 * pace) },
      );
      // Without matches, any two matchers would agree.
      expect(agreed).toBeGreaterThan(timesSeen(20 * pace));
    },
  );
});

describe('matched texts', () => {
  const found = (texts: MatchedTexts, query: string, spoken = true) => [
    ...texts.foundBy([normalizeQuery([query])], spoken),
  ];

  test('episodes are numbered in order, across the words of bit sets', () => {
    const texts = createMatchedTexts();
    for (let number = 0; number < 100; number += 1) {
      const title = [31, 32, 63, 64, 99].includes(number) ? 'Sam' : 'Ada';
      texts.add({ ...EPISODE, title, description: number === 63 ? 'ledgers' : '' });
    }
    const [[, numbers] = []] = found(texts, 'title:sam -ledgers');
    expect(numbers).toEqual([31, 32, 64, 99]);
  });

  test('transcripts neither match nor exclude if they are not searched', () => {
    const texts = createMatchedTexts();
    texts.add({ ...EPISODE, said: 'We met a compiler' });
    expect(found(texts, 'altman -compiler')).toEqual([]);
    expect(found(texts, 'altman -compiler', false)).toHaveLength(1);
    expect(found(texts, 'altman OR spoken:compiler', false)).toHaveLength(1);
    for (const query of ['compiler', 'spoken:compiler', 'altman AND spoken:compiler'])
      expect(found(texts, query, false)).toEqual([]);
  });
});
