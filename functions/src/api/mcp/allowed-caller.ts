import { AppError } from '../../platform/app-error.ts';

interface Named {
  host?: string | undefined;
  'x-forwarded-host'?: string | string[] | undefined;
}

/** Google assigns these names to functions and sites: nobody can point them to another machine. */
const GOOGLE = /\.(run\.app|cloudfunctions\.net|web\.app|firebaseapp\.com)$/;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Throws 'host-not-allowed' unless the host is the site's own or one of Google's: this prevents DNS
 * rebinding. Emulators also allow localhost. Pages of any origin may call, because browsers never
 * attach a key by themselves.
 */
export function requireOwnNames(
  { host, 'x-forwarded-host': forwarded = [] }: Named,
  { siteUrl, emulated }: { siteUrl: string; emulated: boolean },
): void {
  const site = new URL(siteUrl);
  const isOwn = (name: string) => {
    const hostname = hostnameOf(`http://${name}`);
    if (hostname === null) return false;
    return (
      hostname === site.hostname || GOOGLE.test(hostname) || (emulated && LOOPBACK.test(hostname))
    );
  };
  const names = [host ?? '', ...[forwarded].flat()];
  if (!names.every(isOwn)) throw new AppError('host-not-allowed', 'this is not the site’s host');
}

function hostnameOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname, username } = new URL(address);
  return pathname === '/' && username === '' ? hostname : null;
}
