import type { SearchedTexts } from '../../functions/src/query/fields.ts';
import { EPISODES_PER_FEED, generatedFeeds, randomNumbers } from './bench-episodes.ts';

/** Number of distinct keywords. By Zipf's law a few are saved by many people, and most by one person. */
const UNIVERSE = 1_000_000;

/** Generated episodes; every second one has dashes and accents, as real show notes do. */
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

/**
 * Saved keywords, drawn by Zipf's law: words and phrases that occur in the episodes, each in one of several
 * spellings.
 */
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

/** Adds capitals, accents or punctuation to half of the keywords. */
function asTyped(keyword: string, chance: number): string {
  if (chance < 0.3) return keyword.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  if (chance < 0.4) return keyword.replace('e', 'è');
  if (chance < 0.5) return ` ${keyword.replace(' ', '-')}!`;
  return keyword;
}

/** Turns every tenth keyword into a query. Equal keywords become equal queries, because the keyword seeds the draw. */
export function withQueries(keywords: readonly string[]): { keyword: string; language?: 1 }[] {
  return keywords.map((keyword, index) => {
    if (index % 10 > 0) return { keyword };
    const random = randomNumbers(hashOf(keyword));
    const drawn = () => quoted(keywords[Math.floor(random() * keywords.length)] ?? '');
    const ask = QUERIES[Math.floor(random() * QUERIES.length)];
    return { keyword: ask?.(quoted(keyword), drawn(), drawn()) ?? keyword, language: 1 };
  });
}

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return hash >>> 0;
}

type Asking = (one: string, other: string, another: string) => string;

const QUERIES: readonly Asking[] = [
  (one, other) => `${one} -${other}`,
  (one, other, another) => `${one} -${other} -show:${another}`,
  (one, other) => `${one} AND ${other}`,
  (one, other, another) => `${one} OR ${other} -${another}`,
  (one) => `title:${one}`,
  (one, other, another) => `${one} AND ${other} OR ${another}`,
  (one) => `${one}*`,
  (one, other, another) => `+${one} -${other}* -title:${another}`,
];

function quoted(keyword: string): string {
  return `"${keyword}"`;
}
