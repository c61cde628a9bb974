import type { SqliteFile } from '../../functions/src/catalogue/engines/sqlite/sqlite-database.ts';
import { writableSqliteCatalogue } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import { toSpokenText } from '../../functions/src/feeds/transcripts/spoken-text.ts';
import type { Cue } from '../../functions/src/feeds/transcripts/transcript.ts';
import { EPISODES_PER_FEED, generatedFeeds } from '../../tools/benchmarks/bench-episodes.ts';
import { randomNumbers } from '../../functions/src/testing/fuzz-runs.ts';
import { storeFeed } from '../../functions/src/catalogue/store/store-feed.ts';
import {
  TRANSCRIPTS,
  awaitedAttachments,
} from '../../functions/src/catalogue/store/attachments-store.ts';
import { recordTranscript } from '../../functions/src/catalogue/store/transcripts-store.ts';

const WORDS_AN_HOUR = 10_000;
const WORDS_A_CUE = 10;
const SEED = 7;

/** Returns a generator of one-hour transcripts from the words of generated show notes. */
function createSpeech(seed: number): () => Cue[] {
  const random = randomNumbers(seed);
  const pool: string[] = [];
  for (const { reading } of generatedFeeds(50, seed, 0)) {
    for (const { description } of reading.items) pool.push(...description.split(' '));
  }
  return () =>
    Array.from({ length: WORDS_AN_HOUR / WORDS_A_CUE }, (_, at) => {
      const start = Math.floor(random() * (pool.length - WORDS_A_CUE));
      const text = pool.slice(start, start + WORDS_A_CUE).join(' ');
      return { startMs: at * 3600, speaker: at % 20 < 9 ? 'Ann' : 'Bo', text };
    });
}

/** Fills an empty catalogue with generated episodes, some of which have a one-hour transcript. */
export async function fillSpoken(
  database: SqliteFile,
  { episodes, transcripts }: { episodes: number; transcripts: number },
): Promise<void> {
  const catalogue = writableSqliteCatalogue(database);
  const now = Date.now();
  const every = Math.round(episodes / transcripts);
  const file = { url: 'https://feeds.example/transcript', type: 'text/vtt' };
  const feeds = generatedFeeds(episodes / EPISODES_PER_FEED, SEED, now);
  for (const { url, reading } of feeds) {
    const items = reading.items.map((item, at) => ({
      ...item,
      transcripts: at % every === 0 ? [file] : [],
    }));
    await catalogue.write(() => storeFeed(url, { ...reading, items }, now));
  }
  const say = createSpeech(SEED);
  const awaited = await catalogue.read(() =>
    awaitedAttachments(TRANSCRIPTS, now, { everyOne: true, limit: transcripts }),
  );
  for (const { episodeId, ...record } of awaited) {
    await catalogue.write(() => recordTranscript(episodeId, record, toSpokenText(say())));
  }
  await catalogue.finishRefresh(now);
}
