import type { Catalogue, WritableCatalogue } from '../catalogue.ts';
import { migratedReplica, migratedServer } from './server/migrated-server.ts';
import { postgresAddress, shownAddress } from './server/postgres-address.ts';
import { postgresCatalogue, writablePostgresCatalogue } from './postgres-catalogue.ts';
import {
  openPostgresServer,
  READING,
  type ServerLimits,
  WRITING,
} from './server/postgres-server.ts';

/** What it takes to reach a catalogue on a PostgreSQL server, besides its address. */
export interface PostgresAccess {
  /** Of the user that the address names; undefined where the address has it, or none is asked for. */
  password: string | undefined;
  /** The address of a replica that answers searches, or undefined. */
  readUrl: string | undefined;
}

/**
 * The catalogue at `postgres://user@host/database`, to read. In the schema that comes first for that
 * user, usually "public"; another one by `?options=-c%20search_path%3Dname`.
 */
export function openPostgres(
  url: string,
  { password, readUrl }: PostgresAccess,
  limits: ServerLimits = READING,
): Catalogue {
  const open = (address: string) => openPostgresServer(postgresAddress(address, password), limits);
  const server = migratedServer(open(url), shownAddress(url));
  if (readUrl === undefined) return postgresCatalogue(server);
  return postgresCatalogue(server, migratedReplica(open(readUrl), shownAddress(readUrl)));
}

/** The same, to read and to write. */
export function openWritablePostgres(
  url: string,
  { password }: Pick<PostgresAccess, 'password'>,
  limits: ServerLimits = WRITING,
): WritableCatalogue {
  const server = openPostgresServer(postgresAddress(url, password), limits);
  return writablePostgresCatalogue(migratedServer(server, shownAddress(url)));
}
