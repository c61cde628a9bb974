import { describe, expect, test } from 'vitest';
import { feedItem, NOW, readingOf } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { beginning } from './beginning.ts';
import { storeFeed } from './store-feed.ts';

describe.each(ENGINES)('a catalogue on $engine', ({ open }) => {
  test('names a catalogue once, when something is first stored', async () => {
    const { catalogue } = await open();
    expect(await catalogue.read(beginning)).toBeNull();
    await catalogue.write(() => storeFeed('https://a.example/feed', readingOf([feedItem()]), NOW));
    const begun = await catalogue.read(beginning);
    expect(begun?.begunAtMs).toBe(NOW);
    await catalogue.write(() =>
      storeFeed('https://b.example/feed', readingOf([feedItem()]), NOW + 1),
    );
    expect(await catalogue.read(beginning)).toEqual(begun);
  });

  test('gives every new catalogue its own name', async () => {
    const names = new Set<string | undefined>();
    for (const { catalogue } of [await open(), await open()]) {
      await catalogue.write(() =>
        storeFeed('https://a.example/feed', readingOf([feedItem()]), NOW),
      );
      names.add((await catalogue.read(beginning))?.catalogue);
    }
    expect(names.size).toBe(2);
  });
});
