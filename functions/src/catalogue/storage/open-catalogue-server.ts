import Database from 'libsql';
import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { CatalogueFile, Connection } from '../sqlite/sqlite-database.ts';
import { migrateCatalogue } from '../sqlite/sqlite-schema.ts';

const address = z.string().regex(/^libsql:\/\/[^\s/?#]+\/?(\?tls=0)?$/, {
  error: 'is not libsql://host or libsql://host?tls=0',
});

/**
 * A catalogue on a libSQL server, every statement a request to it: nothing to copy, one truth for
 * all instances. The calls block this process while they wait (libsql's synchronous interface), so
 * an instance serves one search at a time.
 *
 * Not an embedded replica (`syncUrl`): opening one blocks until all of the database has arrived, and
 * throws when the server does not answer, so that an outage would take away what could still be read.
 */
export function openCatalogueServer(url: string, token: string | undefined): CatalogueFile {
  const { host, searchParams } = new URL(address.parse(url));
  const scheme = searchParams.get('tls') === '0' ? 'http' : 'https';
  let open: Connection | undefined;

  function connect(): Connection {
    // The package's types do not know `authToken`; its README does.
    const options = { authToken: token ?? '' } as Database.Options;
    const connection = new Database(`${scheme}://${host}`, options);
    migrateCatalogue(connection, 'version-only');
    return connection;
  }

  return {
    ready: () => Promise.resolve(),
    checkedAtMs: () => null,
    connection() {
      try {
        return (open ??= connect());
      } catch (cause) {
        throw new AppError('upstream-unavailable', `The catalogue ${host} cannot be used`, {
          cause,
        });
      }
    },
    startAnew() {
      throw new AppError('internal', `The catalogue ${host} is damaged; mend it on its server`);
    },
    close() {
      open?.close();
      open = undefined;
    },
  };
}
