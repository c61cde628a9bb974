import { AppError } from '../../../../platform/app-error.ts';

/** On this machine: nothing goes over a network that somebody could listen to. */
function isLocal(url: URL): boolean {
  const host = url.searchParams.get('host') ?? url.hostname;
  return host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/**
 * The address as `pg` takes it. TLS is as `sslmode` says, with libpq's meanings, so that an address
 * works here as it does in psql. Without one, a server elsewhere must prove by its certificate that it
 * is the host named; one on this machine is spoken to without TLS.
 * @param password Instead of one in the address.
 */
export function postgresAddress(address: string, password?: string): string {
  if (!URL.canParse(address)) {
    // Never the address itself: there may be a password in it.
    throw new AppError(
      'internal',
      'CATALOGUE_URL is not a PostgreSQL address: postgres://user@host/database',
    );
  }
  const url = new URL(address);
  const { searchParams } = url;
  if (!searchParams.has('sslmode') && !isLocal(url)) searchParams.set('sslmode', 'verify-full');
  if (searchParams.has('sslmode')) searchParams.set('uselibpqcompat', 'true');
  if (password !== undefined) searchParams.set('password', password);
  return url.href;
}

/** Host and database, for a log; never who, nor by which password. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const url = new URL(address);
  return `postgres://${url.searchParams.get('host') ?? url.host}${url.pathname}`;
}
