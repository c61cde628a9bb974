/** Browsers keep at least this much of a host. */
const MAX_COOKIES = 50;
const MAX_COOKIE_BYTES = 4096;
const MAX_HEADER_BYTES = 8192;

/** Printable ASCII without the separators of the header. */
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const VALUE = /^[\x20-\x2b\x2d-\x3a\x3c-\x7e]*$/;

interface Cookie {
  origin: string;
  name: string;
  value: string;
  path: string;
  isSecure: boolean;
}

/**
 * Cookies of one fetch, which end with it. A cookie is sent only to the host and port that set it, whatever its
 * Domain says.
 */
interface CookieJar {
  add: (url: URL, setCookie: string | string[] | undefined) => void;
  /** Value of the `Cookie` header; null without cookies for the URL. */
  headerFor: (url: URL) => string | null;
}

export function createCookieJar(): CookieJar {
  let cookies: Cookie[] = [];

  function addOne(url: URL, written: string): void {
    const read = written.length <= MAX_COOKIE_BYTES ? readCookie(url, written) : null;
    if (read === null) return;
    const { isExpired, ...cookie } = read;
    cookies = cookies.filter(
      ({ origin, name, path }) =>
        origin !== cookie.origin || name !== cookie.name || path !== cookie.path,
    );
    if (!isExpired && cookies.length < MAX_COOKIES) cookies.push(cookie);
  }

  return {
    add(url, setCookie) {
      for (const written of [setCookie ?? []].flat()) addOne(url, written);
    },
    headerFor(url) {
      const sent = cookies
        .filter(
          ({ origin, path, isSecure }) =>
            origin === url.host &&
            isWithin(url.pathname, path) &&
            (!isSecure || url.protocol === 'https:'),
        )
        .sort((left, right) => right.path.length - left.path.length)
        .map(({ name, value }) => `${name}=${value}`);
      while (sent.join('; ').length > MAX_HEADER_BYTES) sent.pop();
      return sent.length === 0 ? null : sent.join('; ');
    },
  };
}

function readCookie(url: URL, written: string): (Cookie & { isExpired: boolean }) | null {
  const [pair = '', ...parts] = written.split(';');
  const split = pair.indexOf('=');
  const [name, value] = [pair.slice(0, split).trim(), pair.slice(split + 1).trim()];
  if (split === -1 || !NAME.test(name) || !VALUE.test(value)) return null;
  const attributes = new Map(
    parts.map((part) => {
      const [key = '', ...rest] = part.split('=');
      return [key.trim().toLowerCase(), rest.join('=').trim()];
    }),
  );
  const isSecure = attributes.has('secure');
  if (isSecure && url.protocol !== 'https:') return null;
  const path = attributes.get('path') ?? '';
  return {
    origin: url.host,
    name,
    value,
    path: path.startsWith('/') ? path : url.pathname.slice(0, url.pathname.lastIndexOf('/')) || '/',
    isSecure,
    isExpired: hasExpired(attributes.get('max-age'), attributes.get('expires')),
  };
}

function hasExpired(maxAge: string | undefined, expires: string | undefined): boolean {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return expires !== undefined && Date.parse(expires) <= Date.now();
}

/** RFC 6265, section 5.1.4. */
function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
