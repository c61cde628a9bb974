import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { KEPT, KEPT_FOR_SECONDS } from '../platform/http/reply-cached.ts';
import { namesTag } from '../platform/http/entity-tag.ts';

/**
 * What became of a page, which decides how long it may be kept: a `listed` one of the site; one
 * `made-up` of a visitor's words; one of these `degraded`, without the episodes it should have;
 * `refused` to a client who searches too often; one whose answer must stay `unkept`; and the one that
 * says that there is none.
 */
type Kind = 'listed' | 'made-up' | 'degraded' | 'refused' | 'unkept' | 'missing';

export interface RenderedPage {
  kind: Kind;
  status: number;
  headers: Record<string, string>;
  /** Names this very document; a strong entity tag without its quotation marks. */
  tag: string;
  html: Buffer;
  /** The same, compressed once for all who get it. */
  compressed: Buffer;
}

const CACHE_CONTROL: Readonly<Record<Kind, string>> = {
  listed: KEPT,
  'made-up': 'public, max-age=0, s-maxage=60',
  degraded: KEPT_FOR_SECONDS,
  refused: 'private, no-store',
  unkept: 'private, no-store',
  missing: 'public, max-age=0, s-maxage=60',
};

const STATUS: Partial<Record<Kind, number>> = { refused: 429, missing: 404 };

const compress = promisify(gzip);

/** A page as it is sent. */
export async function renderedPage(kind: Kind, document: string): Promise<RenderedPage> {
  const html = Buffer.from(document);
  return {
    kind,
    status: STATUS[kind] ?? 200,
    headers: { 'Cache-Control': CACHE_CONTROL[kind] },
    tag: createHash('sha256').update(html).digest('base64url'),
    html,
    compressed: await compress(html),
  };
}

/** The part of Express's request that decides how a page is sent. */
interface PageRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

/** A page as one asker gets it. */
interface SentPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

/**
 * How a page is sent: compressed to those who take that, without its body to those who want the
 * headers alone, and not at all (304) to those who have this very page.
 */
export function sentPage(page: RenderedPage, { method, headers }: PageRequest): SentPage {
  const isCompressed = /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    text(headers['accept-encoding']),
  );
  const tag = `"${page.tag}${isCompressed ? '-gzip' : ''}"`;
  const isKnown = page.status === 200 && namesTag(headers['if-none-match'], tag);
  const body = isCompressed ? page.compressed : page.html;
  return {
    status: isKnown ? 304 : page.status,
    headers: {
      ...page.headers,
      'Content-Type': 'text/html; charset=utf-8',
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(isCompressed && !isKnown && { 'Content-Encoding': 'gzip' }),
    },
    body: isKnown || method === 'HEAD' ? null : body,
  };
}

function text(header: string | string[] | undefined): string {
  return [header ?? []].flat().join();
}
