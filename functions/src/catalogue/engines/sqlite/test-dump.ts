import Database from 'libsql';
import { DAY_MS } from '../../../contract/index.ts';

export type DumpedShow = Record<(typeof COLUMNS)[number], string | number | null>;

const COLUMNS = [
  'url',
  'title',
  'link',
  'lastHttpStatus',
  'dead',
  'itunesId',
  'originalUrl',
  'itunesAuthor',
  'language',
  'newestItemPubdate',
  'oldestItemPubdate',
  'episodeCount',
  'popularityScore',
  'updateFrequency',
  'host',
  'podcastGuid',
  'category1',
  'createdOn',
] as const;

/** Writes a SQLite file of the shape of a Podcast Index dump. */
export function writeDump(
  file: string,
  shows: Iterable<Partial<DumpedShow>>,
  columns: readonly string[] = COLUMNS,
): void {
  const database = new Database(file);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE podcasts (id INTEGER PRIMARY KEY, ${columns.join(', ')}); BEGIN`);
  const insert = database.prepare(
    `INSERT INTO podcasts (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  for (const show of shows) {
    const values: Partial<Record<string, string | number | null>> = show;
    insert.run(columns.map((column) => values[column] ?? null));
  }
  database.exec('COMMIT');
  database.close();
}

const HOSTS = ['anchor.example', 'spreaker.example', 'buzz.example', 'feeds.example'];
const LANGUAGES = ['en', 'en-us', 'es', 'de', 'pt-br', 'EN_GB', ''];

/** Shows like those of the index: a tenth is dead, a third of the others had an episode within a month. */
export function* drawnShows(count: number, now: number): Generator<Partial<DumpedShow>> {
  for (let at = 0; at < count; at += 1) {
    const host = HOSTS[at % HOSTS.length] ?? '';
    const ageDays = (at * 7919) % 90;
    const begunDays = ageDays + ((at * 104_729) % 2000);
    yield {
      url: `https://${host}/shows/${at}/rss`,
      title: `Show ${at}`,
      host,
      link: `https://${host}/shows/${at}`,
      itunesId: at,
      episodeCount: 1 + (at % 300),
      itunesAuthor: `Author ${at % 50_021}`,
      language: LANGUAGES[at % LANGUAGES.length] ?? '',
      dead: at % 10 === 3 ? 1 : 0,
      lastHttpStatus: at % 50 === 7 ? 404 : 200,
      newestItemPubdate: Math.floor((now - ageDays * DAY_MS) / 1000),
      oldestItemPubdate: Math.floor((now - begunDays * DAY_MS) / 1000),
      createdOn: Math.floor((now - begunDays * DAY_MS) / 1000),
      popularityScore: (at * 31) % 30,
      podcastGuid: `guid-${at}`,
    };
  }
}
