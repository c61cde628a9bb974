import { AppError } from '../../platform/app-error.ts';

interface Named {
  host?: string | undefined;
  'x-forwarded-host'?: string | string[] | undefined;
  origin?: string | undefined;
}

interface Allowed {
  siteUrl: string;
  /** Other sites whose pages may call. */
  origins: readonly string[];
  emulated: boolean;
}

/** Google assigns these names to functions and sites: nobody can point them to another machine. */
const GOOGLE = /\.(run\.app|cloudfunctions\.net|web\.app|firebaseapp\.com)$/;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Throws 'host-not-allowed' unless the host is the site's own or one of Google's, and the page that calls belongs to
 * the site or an allowed one. Both prevent DNS rebinding; the MCP specification requires the check of `Origin`. Programs
 * send no `Origin`. Emulators also allow localhost.
 */
export function requireAllowedCaller(
  { host, origin, 'x-forwarded-host': forwarded = [] }: Named,
  { siteUrl, origins, emulated }: Allowed,
): void {
  const site = new URL(siteUrl);
  const isLocal = (hostname: string) => emulated && LOOPBACK.test(hostname);
  const isOwn = (name: string) => {
    const hostname = hostnameOf(`http://${name}`);
    if (hostname === null) return false;
    return hostname === site.hostname || GOOGLE.test(hostname) || isLocal(hostname);
  };
  const names = [host ?? '', ...[forwarded].flat()];
  if (!names.every(isOwn)) throw new AppError('host-not-allowed', 'this is not the site’s host');
  if (origin === undefined || [site.origin, ...origins].includes(origin)) return;
  if (isLocal(hostnameOf(origin) ?? '')) return;
  throw new AppError('host-not-allowed', 'pages of other sites cannot call this');
}

function hostnameOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, username } = new URL(address);
  return pathname === '/' && username === '' ? hostname : null;
}
