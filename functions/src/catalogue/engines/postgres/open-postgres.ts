import { type Catalogue, catalogueContents, spokenShow } from '../../catalogue.ts';
import { row, rows, type Work } from '../../schema/work.ts';
import { episode } from '../../answers/one-episode.ts';
import { episodePage } from '../../answers/episode-page.ts';
import { publicShows, show } from '../../answers/show-page.ts';
import { speech } from '../../answers/speech.ts';
import { topicCounts } from '../../store/topic-counts.ts';
import { readOnServer } from './postgres-store.ts';
import { preparedReplica, preparedServer } from './server/prepared-server.ts';
import { postgresAddress, shownAddress } from './server/postgres-address.ts';
import { openPostgresServer } from './server/postgres-server.ts';
import { READING, type ServerLimits } from './server/server-limits.ts';
import type { SqlServer } from './server/sql-server.ts';
import { queryPostgres } from './search/postgres-query.ts';
import { postgresTextsWith } from './search/texts-with.ts';
import type { SpokenShow } from '../../../contract/index.ts';
import { IS_SCHEDULED } from '../../queue/feed-queue.ts';

const SHOWS = `
  SELECT podcast, total AS episodes, said AS spoken FROM (
    SELECT max(podcast) AS podcast, count(*) AS total, count(transcripts.episode_id) AS said
    FROM episodes LEFT JOIN transcripts ON transcripts.episode_id = episodes.id AND spoken IS NOT NULL
    WHERE episodes.feed_id IN (SELECT feed_id FROM transcripts WHERE spoken IS NOT NULL)
      AND episodes.feed_id NOT IN (SELECT id FROM feeds WHERE state = 'followers')
    GROUP BY episodes.feed_id
  ) AS shows
  WHERE said > 0 ORDER BY said DESC, podcast LIMIT $1`;

function spokenShows(limit: number): Work<SpokenShow[]> {
  return rows(spokenShow, SHOWS, limit);
}

const CONTENTS = `
  SELECT coalesce(sum(episodes) FILTER (WHERE state <> 'followers'), 0)::bigint AS episodes,
    count(*) FILTER (WHERE episodes > 0 AND state <> 'followers') AS podcasts,
    (SELECT count(*) FROM transcripts WHERE spoken IS NOT NULL
       AND feed_id NOT IN (SELECT id FROM feeds AS hidden WHERE state = 'followers')) AS spoken,
    (SELECT finished_at_ms FROM refreshes) AS refreshed_at_ms,
    (SELECT min(next_fetch_at_ms) FROM feeds WHERE ${IS_SCHEDULED}) AS next_fetch_at_ms
  FROM feeds`;

export function postgresCatalogue(
  server: SqlServer,
  replica: SqlServer = server,
  tryMs?: number,
): Catalogue {
  return {
    ready: () => Promise.resolve(),
    query: (query, signal) => queryPostgres(replica, query, { signal, tryMs }),
    textsWith: (query, signal) => postgresTextsWith(replica, query, signal),
    contents: () => readOnServer(replica, () => row(catalogueContents, CONTENTS)),
    spokenShows: (limit) => readOnServer(replica, () => spokenShows(limit)),
    speech: (lookup) => readOnServer(replica, () => speech(lookup)),
    episode: (lookup) => readOnServer(replica, () => episode(lookup)),
    episodePage: (lookup) => readOnServer(replica, () => episodePage(lookup)),
    show: (lookup) => readOnServer(replica, () => show(lookup)),
    publicShows: (limit) => readOnServer(replica, () => publicShows(limit)),
    topicCounts: () => readOnServer(replica, () => topicCounts()),
    checkedAtMs: () => null,
    close: async () => {
      await Promise.all(new Set([server.close(), replica.close()]));
    },
  };
}

export interface PostgresAccess {
  /** Undefined if the URL contains the password, or if the server needs none. */
  password: string | undefined;
  readUrl: string | undefined;
}

/** Without a replica, returns the primary twice. */
export function openServers(
  url: string,
  { password, readUrl }: PostgresAccess,
  limits: ServerLimits = READING,
): [server: SqlServer, replica: SqlServer] {
  const open = (address: string) => openPostgresServer(postgresAddress(address, password), limits);
  const server = preparedServer(open(url), shownAddress(url));
  if (readUrl === undefined) return [server, server];
  return [server, preparedReplica(open(readUrl), shownAddress(readUrl))];
}

/** Uses the first schema of the search path; `?options=-c%20search_path%3Dname` selects another schema. */
export function openPostgres(
  url: string,
  access: PostgresAccess,
  limits?: ServerLimits,
): Catalogue {
  return postgresCatalogue(...openServers(url, access, limits));
}
