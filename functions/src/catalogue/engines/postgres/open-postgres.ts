import type { Catalogue } from '../../catalogue.ts';
import { postgresCatalogue } from './postgres-catalogue.ts';
import { migratedReplica, migratedServer } from './server/migrated-server.ts';
import { postgresAddress, shownAddress } from './server/postgres-address.ts';
import { openPostgresServer } from './server/postgres-server.ts';
import { READING, type ServerLimits } from './server/server-limits.ts';
import type { SqlServer } from './server/sql-server.ts';

/** What it takes to reach a catalogue on a PostgreSQL server, besides its address. */
export interface PostgresAccess {
  /** Of the user that the address names; undefined where the address has it, or none is asked for. */
  password: string | undefined;
  /** The address of a replica that answers searches, or undefined. */
  readUrl: string | undefined;
}

/** The server at an address and, where there is one, its replica; else the server again. */
export function openServers(
  url: string,
  { password, readUrl }: PostgresAccess,
  limits: ServerLimits = READING,
): [server: SqlServer, replica: SqlServer] {
  const open = (address: string) => openPostgresServer(postgresAddress(address, password), limits);
  const server = migratedServer(open(url), shownAddress(url));
  if (readUrl === undefined) return [server, server];
  return [server, migratedReplica(open(readUrl), shownAddress(readUrl))];
}

/**
 * The catalogue at `postgres://user@host/database`, to be searched. In the schema that comes first for that
 * user, usually "public"; another one by `?options=-c%20search_path%3Dname`.
 */
export function openPostgres(
  url: string,
  access: PostgresAccess,
  limits?: ServerLimits,
): Catalogue {
  return postgresCatalogue(...openServers(url, access, limits));
}
