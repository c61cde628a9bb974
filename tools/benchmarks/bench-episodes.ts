import { DAY_MS } from '../../functions/src/contract/index.ts';
import type { FeedItem, FeedReading } from '../../functions/src/feeds/feed-model.ts';
import { randomNumbers } from '../../functions/src/testing/fuzz-runs.ts';

export const PLANTED = {
  /** Occurs in about one episode of 5000. */
  rare: 'xylographica',
  /** Occurs in nine episodes of ten, up to a dozen times each. */
  common: 'the',
  /** Occurs as a phrase in one episode of 100. Each word alone occurs in one episode of ten. */
  phrase: 'quantum altman',
} as const;

const VOCABULARY_SIZE = 40_000;
const WORDS_PER_EPISODE = 170;
export const EPISODES_PER_FEED = 100;

const SYLLABLES = 'ba ke ti lo mu ra se ni do vu pa ge fi zo hu ya'.split(' ');

function wordOfRank(rank: number): string {
  let word = '';
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / 16))
    word += SYLLABLES[rest % 16] ?? '';
  return word;
}

/** Returns the most frequent generated words. Each of the first dozen is in four episodes of five. */
export function everydayWords(count: number): string[] {
  return Array.from({ length: count }, (_, rank) => wordOfRank(rank));
}

/** Ranks of words, repeated so that a uniform draw from this array follows Zipf's law. */
function zipfRanks(size: number): Uint16Array {
  const weights = Array.from({ length: VOCABULARY_SIZE }, (_, rank) => 1 / (rank + 2.7));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const ranks = new Uint16Array(size);
  let drawn = 0;
  let reached = 0;
  for (const [rank, weight] of weights.entries()) {
    reached += weight / sum;
    while (drawn < size && drawn / size < reached) ranks[drawn++] = rank;
  }
  return ranks;
}

/** Generates feeds with episodes of the last 34 days, identical for the same seed. */
export function* generatedFeeds(
  feeds: number,
  seed: number,
  now: number,
): Generator<{ url: string; reading: Extract<FeedReading, { kind: 'read' }> }> {
  const random = randomNumbers(seed);
  const vocabulary = Array.from({ length: VOCABULARY_SIZE }, (_, rank) => wordOfRank(rank));
  const ranks = zipfRanks(1 << 20);
  const draw = () => vocabulary[ranks[Math.floor(random() * ranks.length)] ?? 0] ?? '';
  const [first = '', second = ''] = PLANTED.phrase.split(' ');

  function description(): string {
    const words = Array.from({ length: WORDS_PER_EPISODE }, draw);
    const plant = (word: string) => (words[Math.floor(random() * words.length)] = word);
    if (random() < 0.9)
      for (let times = random() * 12; times > 0; times -= 1) plant(PLANTED.common);
    if (random() < 1 / 5000) plant(PLANTED.rare);
    if (random() < 0.1) plant(first);
    if (random() < 0.1) plant(second);
    if (random() < 0.01) plant(PLANTED.phrase);
    return `${words.join(' ').replace(/((?:\S+ ){14}\S+) /g, '$1. ')}.`;
  }

  for (let feed = 0; feed < feeds; feed += 1) {
    const show = `${draw()} ${draw()} ${feed}`;
    const items = Array.from({ length: EPISODES_PER_FEED }, (_, index): FeedItem => {
      const address = `https://feeds.example/${feed}/${index}`;
      return {
        guid: address,
        title: `${draw()} ${draw()} ${draw()} ${draw()} ${draw()}`,
        link: address,
        audio: `${address}.mp3`,
        image: null,
        description: description(),
        publishedAtMs: Math.floor(now - random() * 34 * DAY_MS),
        durationSeconds: 1800,
        transcripts: [],
        chapters: [],
        chapterFiles: [],
        persons: [],
      };
    });
    yield {
      url: `https://feeds.example/${feed}`,
      reading: {
        kind: 'read',
        show: {
          title: show,
          publisher: `${draw()} media`,
          image: `https://feeds.example/${feed}.jpg`,
          language: 'en',
          blocked: false,
        },
        items,
        itemsFound: items.length,
        dropped: {},
      },
    };
  }
}
