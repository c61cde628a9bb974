import { AppError } from '../../../../platform/app-error.ts';

function isLocal(url: URL): boolean {
  const host = url.searchParams.get('host') ?? url.hostname;
  return host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/**
 * Returns the connection URL for `pg`. `sslmode` means the same as in psql. Without `sslmode`, remote servers need a
 * valid certificate, and local servers are used without TLS. `password` replaces the URL's password.
 */
export function postgresAddress(address: string, password?: string): string {
  if (!URL.canParse(address)) {
    // The message omits the URL, which may contain a password.
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

/** Returns host and database for logs, without user and password. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return 'postgres://…';
  const url = new URL(address);
  return `postgres://${url.searchParams.get('host') ?? url.host}${url.pathname}`;
}
