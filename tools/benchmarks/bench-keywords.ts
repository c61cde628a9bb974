import type { SearchedTexts } from '../../functions/src/query/fields.ts';
import { EPISODES_PER_FEED, generatedFeeds } from './bench-episodes.ts';
import { randomNumbers } from '../../functions/src/testing/fuzz-runs.ts';

/** Number of distinct keywords. By Zipf's law, many people save a few of them, and one person each saves the rest. */
const UNIVERSE = 1_000_000;

/** Generates episodes. Every second one has dashes and accents, as real show notes have. */
export function newEpisodes(count: number, seed: number): SearchedTexts[] {
  const episodes: SearchedTexts[] = [];
  for (const { reading } of generatedFeeds(Math.ceil(count / EPISODES_PER_FEED), seed, 0)) {
    const { title: podcast, publisher } = reading.show;
    for (const { title, description } of reading.items) {
      const written = episodes.length % 2 === 0 ? description : typeset(description);
      episodes.push({ title, podcast, publisher, description: written });
    }
  }
  return episodes.slice(0, count);
}

function typeset(text: string): string {
  return text.replaceAll('. ', ' — ').replace(/ke(?=ti)/g, 'ké');
}

/** Draws words and phrases from the episodes by Zipf's law, in several spellings. */
export function savedKeywords(
  count: number,
  episodes: readonly SearchedTexts[],
  seed: number,
): string[] {
  const texts = episodes.map(({ description }) => description.split(/[^a-zé]+/));
  const vocabulary = [...new Set(texts.flat())].filter((word) => word !== '');

  function keywordOfRank(rank: number): string {
    const random = randomNumbers(rank);
    const length = [1, 1, 2, 2, 2, 3][Math.floor(random() * 6)] ?? 1;
    if (length === 1) return vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
    const words = texts[Math.floor(random() * texts.length)] ?? [];
    const start = Math.floor(random() * (words.length - length));
    return words.slice(start, start + length).join(' ');
  }

  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const rank = Math.floor((UNIVERSE + 1) ** random());
    return asTyped(keywordOfRank(rank), random());
  });
}

function asTyped(keyword: string, chance: number): string {
  if (chance < 0.3) return keyword.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  if (chance < 0.4) return keyword.replace('e', 'è');
  if (chance < 0.5) return ` ${keyword.replace(' ', '-')}!`;
  return keyword;
}
