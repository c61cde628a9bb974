import { describe, expect, it } from 'vitest';
import { itemIdentity } from '../../../functions/src/catalogue/refresh/item-identity.ts';
import { feedItem } from '../../../functions/src/catalogue/test-catalogue.ts';
import { type MatchLabel, readMatchLabels, sentenceHash } from './match-label.ts';
import { describeMeasure, measureNoise } from './measure-noise.ts';
import { RECOGNISERS } from './recognisers.ts';

const NAMES = 'part\tfeed\titem\tstart\tend\tsentence\tkeyword\tlabel';

describe('readMatchLabels', () => {
  it('reads one label a line', () => {
    const row = 'held-out\ta.xml\tabc\t3\t9\tdef\tMars\tstanding';
    expect(readMatchLabels(`${NAMES}\n${row}\n`)).toEqual([
      {
        ...{ part: 'held-out', feed: 'a.xml', item: 'abc', start: 3, end: 9, sentence: 'def' },
        ...{ keyword: 'Mars', isStanding: true },
      },
    ]);
  });

  it.each([
    '',
    'feed\n',
    `${NAMES}\nsome\ta\tb\t0\t1\tc\td\ttrue`,
    `${NAMES}\ntuned\ta\tb\t0\t1\tc\td\t`,
  ])('refuses %j', (tsv) => {
    expect(() => readMatchLabels(tsv)).toThrow(/labels|row 1/);
  });
});

describe('measureNoise', () => {
  const items = ['Mars', 'Venus', 'Pluto'].map((topic) =>
    feedItem({
      title: topic,
      guid: topic,
      description: `On ${topic}.\nWe say so.\nBye from ${topic}.`,
    }),
  );
  const label = (topic: string, sentence: string, isStanding: boolean): MatchLabel => {
    const item = items.find(({ title }) => title === topic)!;
    const start = item.description.indexOf(sentence);
    return {
      ...{ part: 'tuned', feed: 'a.xml', item: itemIdentity(item), keyword: 'x', isStanding },
      ...{ start, end: start + sentence.length, sentence: sentenceHash(sentence) },
    };
  };

  it('counts what is hidden, lost, missed, kept, and not there', () => {
    const labels = [
      label('Mars', 'We say so.', true),
      label('Venus', 'We say so.', false),
      label('Pluto', 'Bye from Pluto.', true),
      label('Pluto', 'On Pluto.', false),
      { ...label('Mars', 'On Mars.', false), sentence: 'another' },
      { ...label('Mars', 'On Mars.', false), feed: 'b.xml' },
    ];
    const measure = measureNoise(
      labels,
      new Map([['a.xml', items]]),
      RECOGNISERS['counting alone']!,
    );
    expect(describeMeasure(measure)).toBe(
      '4 matches: precision 50.0 %, recall 50.0 % (1 hidden, 1 lost, 1 missed, 1 kept, 2 not in the corpus)',
    );
  });
});
