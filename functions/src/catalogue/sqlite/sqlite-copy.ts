import * as z from 'zod';
import { episodeIdRange } from '../episode-id.ts';
import { episodeValues, readEpisodeRow } from '../episode-row.ts';
import { sameEpisodes, type StoredFeed } from '../stored-feed.ts';
import { EPISODE_SELECT } from './sqlite-columns.ts';
import {
  inSnapshot,
  inTransaction,
  prepared,
  reading,
  type SqliteDatabase,
} from './sqlite-database.ts';
import { exportChapterFiles, importChapterFiles } from './chapters/sqlite-chapter-files.ts';
import { linksOf, updateCopies } from './copies/update-copies.ts';
import { feedId, recordFetch, sqliteFeedRecord } from './sqlite-feeds.ts';
import { INSERT } from './sqlite-store-feed.ts';
import { exportTranscripts, importTranscripts } from './spoken/sqlite-transcripts.ts';

const ids = z.array(z.tuple([z.number()]));
const urls = z.array(z.tuple([z.string()]));
const feeds = z.array(z.tuple([z.number(), z.string(), z.string().nullable()]));
const seen = z.array(z.tuple([z.string(), z.number(), z.number()]));

export function sqliteFeedUrls(database: SqliteDatabase): string[] {
  return reading(database, (connection) =>
    urls.parse(prepared(connection, 'SELECT url FROM feeds ORDER BY id').raw().all()),
  ).flat();
}

/** As {@link Catalogue.exportFeed}. */
export function exportSqliteFeed(database: SqliteDatabase, url: string): StoredFeed | null {
  return reading(database, (connection) =>
    inSnapshot(connection, () => {
      const known = 'SELECT id, title, last_failure FROM feeds WHERE url = ?';
      const [feed] = feeds.parse(prepared(connection, known).raw().all(url));
      if (feed === undefined) return null;
      const [id, title, failure] = feed;
      const episodes = `SELECT ${EPISODE_SELECT} FROM episodes WHERE feed_id = ? ORDER BY id`;
      const firstSeen = `
        SELECT lower(hex(identity)), seen_at_ms, listed_at_ms FROM first_seen WHERE feed_id = ?`;
      return {
        url,
        title,
        record: { ...sqliteFeedRecord(database, url), failure },
        episodes: (prepared(connection, episodes).raw().all(id) as unknown[][]).map(readEpisodeRow),
        firstSeen: seen
          .parse(prepared(connection, firstSeen).raw().all(id))
          .map(([identity, seenAtMs, listedAtMs]) => ({ identity, seenAtMs, listedAtMs })),
        transcripts: exportTranscripts(connection, id),
        chapterFiles: exportChapterFiles(connection, id),
      };
    }),
  );
}

/** As {@link WritableCatalogue.importFeed}. */
export function importSqliteFeed(database: SqliteDatabase, feed: StoredFeed): number {
  const known = exportSqliteFeed(database, feed.url);
  const connection = database.connection();
  return inTransaction(connection, () => {
    const id = feedId(connection, feed.url, feed.title);
    recordFetch(database, feed.url, feed.record);
    prepared(connection, 'DELETE FROM first_seen WHERE feed_id = ?').run(id);
    for (const { identity, seenAtMs, listedAtMs } of feed.firstSeen) {
      prepared(connection, 'INSERT INTO first_seen VALUES (?, unhex(?), ?, ?)').run(
        ...[id, identity, seenAtMs, listedAtMs],
      );
    }
    if (known !== null && sameEpisodes(known, feed)) return 0;
    const before = prepared(connection, 'SELECT id FROM episodes WHERE feed_id = ?').raw().all(id);
    const gone = linksOf(connection, ids.parse(before).flat());
    prepared(connection, 'DELETE FROM episodes WHERE feed_id = ?').run(id);
    for (const row of feed.episodes) {
      const { first, last } = episodeIdRange(row.publishedAtMs);
      prepared(connection, INSERT).run(first, last, id, ...episodeValues(row));
    }
    importTranscripts(connection, id, feed.transcripts);
    importChapterFiles(connection, id, feed.chapterFiles);
    updateCopies(connection, id, gone);
    return feed.episodes.length;
  });
}
