import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test-runs.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import type { Digest, DigestSection } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { halvesOf, isDivisible } from './halves.ts';
import { keyHash, pairBytes, pairsIn, sectionPairs } from './sent-log.ts';

const NOW = Date.UTC(2025, 2, 3);

const section = fc.record({
  shown: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 8 }),
  counted: fc.nat({ max: 3 }),
});

function sectionOf(
  { shown, counted }: { shown: readonly number[]; counted: number },
  index: number,
): DigestSection {
  const keysOf = (number: number) =>
    Array.from({ length: 1 + (number % 3) }, (_, key) => keyHash(`${number} ${key}`));
  const others = Array.from({ length: counted }, (_, more) => keyHash(`counted ${index} ${more}`));
  return {
    alertId: `alert ${index}`,
    keyword: `word${index}`,
    episodes: shown.map((number) =>
      sampleDigestEpisode({
        title: `${number}`,
        link: `https://show.example/${number}`,
        pubDateMs: NOW + ((number * 7) % 10),
      }),
    ),
    moreCount: counted,
    episodeIds: pairBytes([...shown.map((number) => keyHash(`id ${number}`)), ...others]),
    keys: pairBytes([...shown.flatMap(keysOf), ...others]),
    keyCounts: shown.map((number) => keysOf(number).length),
  };
}

const digests = fc.array(section, { minLength: 1, maxLength: 4 }).map((sections): Digest => ({
  uid: 'ada',
  slotMs: NOW,
  cadence: 'daily',
  ...queuedProgress(NOW),
  sections: sections
    .filter(({ shown, counted }) => shown.length + counted > 0)
    .map((each, index) => sectionOf(each, index)),
}));

const partsOf = ({ sections }: Digest) =>
  sections.flatMap(({ alertId, episodes, moreCount }) => [
    ...episodes.map(({ link }) => `${alertId} ${link}`),
    ...(moreCount > 0 ? [`${alertId} ${moreCount} more`] : []),
  ]);
const pairs = ({ sections }: Digest) => sections.flatMap((each) => pairsIn(sectionPairs(each)));
const links = ({ sections }: Digest) =>
  new Set(sections.flatMap(({ episodes }) => episodes.map(({ link }) => link)));

test('halves hold what the digest held, each episode in one of them, down to one', () => {
  fc.assert(
    fc.property(digests, (digest) => {
      const leaves: Digest[] = [];
      const ids = new Set<string>();
      const divide = (id: string, some: Digest) => {
        expect(ids.has(id)).toBe(false);
        ids.add(id);
        if (!isDivisible(some)) {
          leaves.push(some);
          return;
        }
        const [older, newer] = halvesOf(id, some, NOW);
        expect([...partsOf(older.digest), ...partsOf(newer.digest)].sort()).toEqual(
          partsOf(some).sort(),
        );
        expect([...pairs(older.digest), ...pairs(newer.digest)].sort()).toEqual(pairs(some).sort());
        expect([...links(older.digest)].filter((link) => links(newer.digest).has(link))).toEqual(
          [],
        );
        for (const half of [older, newer]) divide(half.id, half.digest);
      };
      divide('d', digest);
      const sizes = leaves.map((leaf) => links(leaf).size);
      expect(sizes.filter((size) => size > 1)).toEqual([]);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('a digest from before keys were kept for each episode is not divided', () => {
  const { keyCounts: _, ...old } = sectionOf({ shown: [1, 2, 3], counted: 0 }, 0);
  expect(isDivisible({ sections: [old] })).toBe(false);
});
