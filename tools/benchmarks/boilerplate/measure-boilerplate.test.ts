import { describe, expect, it } from 'vitest';
import { itemIdentity } from '../../../functions/src/catalogue/items/item-identity.ts';
import { DAY_MS } from '../../../functions/src/contract/index.ts';
import { feedItem } from '../../../functions/src/catalogue/testing/test-catalogue.ts';
import { countMails, drawAlerts } from './count-mails.ts';
import { type MatchLabel, readMatchLabels, sentenceHash } from './match-label.ts';
import { describeMeasure, measureBoilerplate, RECOGNISERS } from './measure-boilerplate.ts';

const NAMES = 'part\tfeed\titem\tstart\tend\tsentence\tkeyword\tlabel';

describe('readMatchLabels', () => {
  it('reads one label a line', () => {
    const row = 'held-out\ta.xml\tabc\t3\t9\tdef\tMars\tstanding';
    expect(readMatchLabels(`${NAMES}\n${row}\n`)).toEqual([
      {
        part: 'held-out',
        feed: 'a.xml',
        item: 'abc',
        start: 3,
        end: 9,
        sentence: 'def',
        keyword: 'Mars',
        isBoilerplate: true,
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

describe('measureBoilerplate', () => {
  const items = ['Mars', 'Venus', 'Pluto'].map((topic) =>
    feedItem({
      title: topic,
      guid: topic,
      description: `On ${topic}.\nWe say so.\nBye from ${topic}.`,
    }),
  );
  const label = (topic: string, sentence: string, isBoilerplate: boolean): MatchLabel => {
    const item = items.find(({ title }) => title === topic)!;
    const start = item.description.indexOf(sentence);
    return {
      part: 'tuned',
      feed: 'a.xml',
      item: itemIdentity(item),
      keyword: 'x',
      isBoilerplate,
      start,
      end: start + sentence.length,
      sentence: sentenceHash(sentence),
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
    const measure = measureBoilerplate(
      labels,
      new Map([['a.xml', items]]),
      RECOGNISERS['counting alone']!,
    );
    expect(describeMeasure(measure)).toBe(
      '4 matches: precision 50.0 %, recall 50.0 % (1 hidden, 1 lost, 1 missed, 1 kept, 2 not in the corpus)',
    );
  });
});

describe('countMails', () => {
  it('counts an alert once a day, with boilerplate and without', () => {
    const feed = ['Mars', 'Venus', 'Pluto', 'Ceres', 'Titan', 'Vesta'].map((topic, at) =>
      feedItem({
        title: `On ${topic}`,
        description: `A probe: ${topic}.\nLearn more at acme.example.com.`,
        publishedAtMs: Date.UTC(2020, 0, 1) - (at < 2 ? 0 : at * 12) * DAY_MS,
      }),
    );
    const old = feedItem({ title: 'Acme', publishedAtMs: Date.UTC(2019, 0, 1) });
    expect(countMails(['acme', 'probe', 'nothing'], [[...feed, old]])).toEqual({
      before: { mails: 4, matches: 6 },
      after: { mails: 2, matches: 3 },
    });
  });

  it('is for alerts that are drawn alike each time, none twice', () => {
    const drawn = drawAlerts(['a', 'b', 'c', 'b'], 2);
    expect(drawAlerts(['c', 'b', 'a'], 2)).toEqual(drawn);
    expect(new Set(drawn).size).toBe(2);
  });
});
