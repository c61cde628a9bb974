import { describe, expect, test } from 'vitest';
import { copyCatalogue } from '../copy-catalogue.ts';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';

describe.each(ENGINES)('a catalogue on $engine', ({ open }) => {
  test('is named when something is first stored, and keeps its name', async () => {
    const { catalogue } = await open();
    expect(await catalogue.beginning()).toBeNull();
    await catalogue.storeFeed('https://a.example/feed', readingOf([feedItem()]), NOW);
    const begun = await catalogue.beginning();
    expect(begun?.begunAtMs).toBe(NOW);
    await catalogue.storeFeed('https://b.example/feed', readingOf([feedItem()]), NOW + 1);
    expect(await catalogue.beginning()).toEqual(begun);
  });

  test('has another name when it is begun anew or copied', async () => {
    const [one, another, copy] = [await open(), await open(), await open()];
    for (const { catalogue } of [one, another]) {
      await catalogue.storeFeed('https://a.example/feed', readingOf([feedItem()]), NOW);
    }
    await copyCatalogue(one.catalogue, copy.catalogue);
    const begun = await Promise.all(
      [one, another, copy].map(({ catalogue }) => catalogue.beginning()),
    );
    expect(new Set(begun.map((each) => each?.catalogue)).size).toBe(3);
    expect(begun.map((each) => each?.begunAtMs)).toEqual([NOW, NOW, NOW]);
  });
});
