import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { plantQueryTree } from '../../functions/src/alerts/matching/query-tree.ts';
import { createTokenRows } from '../../functions/src/alerts/matching/token-rows.ts';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { writableSqliteCatalogue } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import type { SqliteDatabase } from '../../functions/src/catalogue/engines/sqlite/sqlite-database.ts';
import { querySqlite } from '../../functions/src/catalogue/engines/sqlite/search/sqlite-query.ts';
import { MAX_EPISODES, MAX_TOTAL } from '../../functions/src/contract/index.ts';
import { normalizeKeyword } from '../../functions/src/query/normalize-query.ts';
import { tokensOf } from '../../functions/src/query/tokenize.ts';
import type { SearchedTexts } from '../../functions/src/query/fields.ts';
import { toSpokenText } from '../../functions/src/transcripts/spoken-text.ts';
import { EPISODES_PER_FEED, generatedFeeds, PLANTED } from './bench-episodes.ts';
import { savedKeywords } from './bench-keywords.ts';
import { speech } from './bench-speech.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { percentile } from './load/generate-load.ts';

/**
 * Measures generated one-hour transcripts: loading, size, searches with and without them, and matching
 * saved keywords against them.
 */

const { hours: HOURS } = optionsOf(COMMANDS['bench-transcripts']);
const SEED = 20_261_122;
const QUERY_RUNS = 200;
const KEYWORDS = 1_000_000;
const MATCHED_TRANSCRIPTS = Math.min(HOURS, 1000);
const KIB = 1024;

/** Bytes of the database files, after the write-ahead log has been merged into the database. */
function sizeOf(folder: string, database: SqliteDatabase): number {
  database.connection().pragma('wal_checkpoint(TRUNCATE)');
  return readdirSync(folder).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
}

/** Bytes of the transcripts' full-text index, of their compressed texts, and of free pages. */
function sizesOf(database: SqliteDatabase) {
  const connection = database.connection();
  const numbers = z.array(z.tuple([z.number()]));
  const numberOf = (sql: string) => numbers.parse(connection.prepare(sql).raw().all())[0]?.[0] ?? 0;
  const bytesOf = (names: string) =>
    numberOf(`SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name GLOB '${names}'`);
  return {
    index: bytesOf('spoken_fts*'),
    texts: bytesOf('transcripts*'),
    free: numberOf('PRAGMA freelist_count') * numberOf('PRAGMA page_size'),
  };
}

/** Distinct words in a one-hour transcript; the size of the index grows with them. */
function wordsAnHour(say: ReturnType<typeof speech>): number {
  return new Set(tokensOf(toSpokenText(say()).text)).size;
}

async function measureCatalogue(folder: string): Promise<void> {
  const now = Date.now();
  const database = openSqliteFile(`file:${path.join(folder, 'catalogue.db')}`);
  const catalogue = writableSqliteCatalogue(database);
  for (const { url, reading } of generatedFeeds(Math.ceil(HOURS / EPISODES_PER_FEED), SEED, now)) {
    const transcripts = [{ url: `${url}/transcript`, type: 'text/vtt' }];
    const items = reading.items.map((item) => ({ ...item, transcripts }));
    await catalogue.storeFeed(url, { ...reading, items }, now);
  }
  await catalogue.finishRefresh(now);
  const notesBytes = sizeOf(folder, database);

  const say = speech(SEED);
  let [hours, loadMs, textBytes] = [0, 0, 0];
  for (;;) {
    const awaited = await catalogue.awaitedTranscripts(now, { everyOne: true, limit: 100 });
    if (awaited.length === 0 || hours >= HOURS) break;
    for (const { episodeId, ...record } of awaited) {
      const spoken = toSpokenText(say());
      textBytes += spoken.text.length;
      const start = performance.now();
      await catalogue.recordTranscript(episodeId, record, spoken);
      loadMs += performance.now() - start;
      hours += 1;
    }
  }
  await catalogue.finishRefresh(now);
  const perHour = (sizeOf(folder, database) - notesBytes) / hours / KIB;
  const kept = sizesOf(database);
  console.log(`load    ${hours} hours, ${(hours / (loadMs / 1000)).toFixed(0)} hours/s`);
  console.log(
    `size    ${perHour.toFixed(1)} KiB an hour, of ${(textBytes / hours / KIB).toFixed(1)} KiB of text; ` +
      `notes alone ${(notesBytes / hours / KIB).toFixed(1)}`,
  );
  console.log(
    `of it   index ${(kept.index / hours / KIB).toFixed(1)}, texts ${(kept.texts / hours / KIB).toFixed(1)}, ` +
      `free ${(kept.free / hours / KIB).toFixed(1)} KiB; ${wordsAnHour(say)} different words an hour`,
  );
  for (const [name, keyword] of Object.entries(PLANTED)) {
    const measure = async (spoken: boolean) => {
      const query = { keywords: [keyword], limit: MAX_EPISODES, totalLimit: MAX_TOTAL, spoken };
      const times: number[] = [];
      for (let run = 0; run < QUERY_RUNS; run += 1) {
        const start = performance.now();
        await querySqlite(database, query);
        times.push(performance.now() - start);
      }
      times.sort((left, right) => left - right);
      const { total } = await querySqlite(database, query);
      return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), total };
    };
    const [alone, both] = [await measure(false), await measure(true)];
    console.log(
      `search  ${name.padEnd(7)} notes p50 ${alone.p50.toFixed(2)} p99 ${alone.p99.toFixed(2)} ms (${alone.total} found)  ` +
        `with speech p50 ${both.p50.toFixed(2)} p99 ${both.p99.toFixed(2)} ms (${both.total} found)  ` +
        `${(both.p50 / alone.p50).toFixed(1)} x`,
    );
  }
  database.close();
}

function measureMatching(): void {
  const notes: SearchedTexts[] = [];
  for (const { reading } of generatedFeeds(Math.ceil(MATCHED_TRANSCRIPTS / 100), SEED, 0)) {
    const { title: podcast, publisher } = reading.show;
    for (const { title, description } of reading.items) {
      notes.push({ title, podcast, publisher, description });
    }
  }
  const say = speech(SEED);
  const spoken = notes.map((texts) => ({ ...texts, said: toSpokenText(say()).text }));
  const keywords = new Set(savedKeywords(KEYWORDS, notes, SEED).map(normalizeKeyword));
  keywords.delete('');
  const [alone = 0, both = 0] = [notes, spoken].map((episodes) => {
    const start = performance.now();
    const tokens = createTokenRows();
    const rows = episodes.map((episode) => tokens.add(episode));
    const tree = plantQueryTree(keywords, tokens.vocabulary);
    for (const row of rows) tree.answeredBy(row);
    return performance.now() - start;
  });
  console.log(
    `match   ${KEYWORDS} keywords (${keywords.size} distinct) against ${notes.length} episodes: ` +
      `notes ${alone.toFixed(0)} ms, with speech ${both.toFixed(0)} ms, ${(both / alone).toFixed(1)} x`,
  );
}

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-bench-'));
try {
  await measureCatalogue(folder);
} finally {
  rmSync(folder, { recursive: true });
}
measureMatching();
