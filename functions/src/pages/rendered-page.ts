import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { KEPT, KEPT_FOR_SECONDS } from '../platform/http/reply-cached.ts';
import { namesTag } from '../platform/http/entity-tag.ts';

/**
 * Decides Cache-Control and status. `made-up`: the page of a visitor's own query. `degraded`: its
 * search failed. `refused`: over the rate limit. `unkept`: results that must not be cached.
 */
type Kind = 'listed' | 'made-up' | 'degraded' | 'refused' | 'unkept' | 'missing';

export interface RenderedPage {
  kind: Kind;
  status: number;
  headers: Record<string, string>;
  /** Strong entity tag without quotation marks. */
  tag: string;
  html: Buffer;
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

interface PageRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

interface SentPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Negotiates gzip, omits the body for HEAD and answers 304 to a known entity tag. */
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
