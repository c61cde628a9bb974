import * as z from 'zod';
import { readEpisodeRow } from '../episode-row.ts';
import { sameEpisodes, type StoredFeed } from '../stored-feed.ts';
import {
  exportChapterFiles,
  importChapterFiles,
  removeChapterFiles,
} from './chapters/postgres-chapter-files.ts';
import { linksOf, updateCopies } from './copies/update-copies.ts';
import { ensureDayTables } from './day-tables.ts';
import { insertEpisodes, removeEpisodes } from './postgres-episodes.ts';
import { lockFeed, postgresFeedRecord, recordFetch } from './postgres-feeds.ts';
import { EPISODE_SELECT } from './postgres-schema.ts';
import {
  exportTranscripts,
  importTranscripts,
  removeTranscripts,
} from './spoken/postgres-transcripts.ts';
import { withIds, WRITE_LOCK } from './postgres-store-feed.ts';
import { inTransaction, type SqlServer, type SqlSession } from './server/sql-server.ts';

const EPISODES = `SELECT id, ${EPISODE_SELECT} FROM episodes WHERE feed_id = $1 ORDER BY id`;
const FIRST_SEEN = `
  SELECT encode(identity, 'hex'), seen_at_ms, listed_at_ms FROM first_seen WHERE feed_id = $1`;
const REMEMBER_SEEN = `
  INSERT INTO first_seen (feed_id, identity, seen_at_ms, listed_at_ms)
  SELECT $1, decode(seen.identity, 'hex'), seen.at_ms::bigint, seen.listed_at_ms::bigint
  FROM unnest($2::text[], $3::text[], $4::text[]) AS seen (identity, at_ms, listed_at_ms)`;

const urls = z.array(z.tuple([z.string()]));
const feeds = z.array(z.tuple([z.number(), z.string(), z.string().nullable()]));
const stored = z.array(z.tuple([z.number()]).rest(z.unknown()));
const seen = z.array(z.tuple([z.string(), z.number(), z.number()]));

export async function postgresFeedUrls(server: SqlServer): Promise<string[]> {
  const rows = await server.session((session) => session.rows('SELECT url FROM feeds ORDER BY id'));
  return urls.parse(rows).flat();
}

/** As {@link Catalogue.exportFeed}. */
export function exportPostgresFeed(server: SqlServer, url: string): Promise<StoredFeed | null> {
  return inTransaction(
    server,
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    async (session) => {
      const known = 'SELECT id, title, last_failure FROM feeds WHERE url = $1';
      const [feed] = feeds.parse(await session.rows(known, [url]));
      if (feed === undefined) return null;
      const [id, title, failure] = feed;
      const firstSeen = seen.parse(await session.rows(FIRST_SEEN, [id]));
      return {
        url,
        title,
        record: { ...(await postgresFeedRecord(session, url)), failure },
        episodes: (await episodesOf(session, id)).map(({ row }) => row),
        firstSeen: firstSeen.map(([identity, seenAtMs, listedAtMs]) => ({
          ...{ identity, seenAtMs, listedAtMs },
        })),
        transcripts: await exportTranscripts(session, id),
        chapterFiles: await exportChapterFiles(session, id),
      };
    },
  );
}

async function episodesOf(session: SqlSession, feed: number) {
  const rows = stored.parse(await session.rows(EPISODES, [feed]));
  return rows.map(([id, ...values]) => ({ id, row: readEpisodeRow(values) }));
}

/** As {@link WritableCatalogue.importFeed}. */
export function importPostgresFeed(server: SqlServer, feed: StoredFeed): Promise<number> {
  return inTransaction(server, 'BEGIN', async (session) => {
    await session.rows(WRITE_LOCK);
    const id = await lockFeed(session, feed.url, feed.title);
    await recordFetch(session, feed.url, feed.record);
    await session.rows('DELETE FROM first_seen WHERE feed_id = $1', [id]);
    await session.rows(REMEMBER_SEEN, [
      id,
      feed.firstSeen.map(({ identity }) => identity),
      feed.firstSeen.map(({ seenAtMs }) => String(seenAtMs)),
      feed.firstSeen.map(({ listedAtMs }) => String(listedAtMs)),
    ]);
    const known = await episodesOf(session, id);
    const contents = {
      episodes: known.map(({ row }) => row),
      transcripts: await exportTranscripts(session, id),
      chapterFiles: await exportChapterFiles(session, id),
    };
    if (sameEpisodes(contents, feed)) return 0;
    const gone = known.map((episode) => episode.id);
    const links = await linksOf(session, gone);
    await removeEpisodes(session, gone);
    await removeTranscripts(session, gone);
    await removeChapterFiles(session, gone);
    await ensureDayTables(
      session,
      feed.episodes.map((row) => row.publishedAtMs),
    );
    const inserted = await withIds(session, feed.episodes);
    await insertEpisodes(session, id, inserted);
    const ids = new Map(inserted.map((episode) => [episode.row.identity, episode.id]));
    await importTranscripts(session, id, ids, feed.transcripts);
    await importChapterFiles(session, id, ids, feed.chapterFiles);
    await updateCopies(session, id, links);
    await session.rows('UPDATE feeds SET episodes = $2 WHERE id = $1', [id, feed.episodes.length]);
    return feed.episodes.length;
  });
}
