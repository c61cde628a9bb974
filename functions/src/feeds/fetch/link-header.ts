import type { HubLink } from '../read/named-hub.ts';

/** UTF-16 code units of all headers together; the rest is ignored. */
const MAX_LENGTH = 16_000;

const LINK = /<([^<>]*)>((?:\s*;\s*[\w!#$%&'*+.^`|~-]+\s*=\s*(?:"[^"]*"|[^\s",;<>]+))*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;<>]+))/i;

/** Reads the header `Link` (RFC 8288) in linear time. Ignores what it cannot read. */
export function readLinkHeader(header: string | string[] | undefined): HubLink[] {
  const text = [header ?? []].flat().join(', ').slice(0, MAX_LENGTH);
  return [...text.matchAll(LINK)].map(([, href, parameters = '']) => {
    const [, quoted, bare] = REL.exec(parameters) ?? [];
    return { href, rel: quoted ?? bare };
  });
}
