import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CACHED_MINUTES, CACHED_SECONDS } from '../reply-cached.ts';
import type { SendableDocument } from '../sent-document.ts';

/**
 * Decides Cache-Control and status. `listed`: one of the site's own pages. `made-up`: the page of a visitor's own
 * query. `degraded`: the page's search failed. `refused`: the rate limit is exceeded. `unkept`: the page's results
 * must not be cached.
 */
type Kind = 'listed' | 'made-up' | 'degraded' | 'refused' | 'unkept' | 'missing';

export interface RenderedPage extends SendableDocument {
  kind: Kind;
}

const CACHE_CONTROL: Readonly<Record<Kind, string>> = {
  listed: CACHED_MINUTES,
  'made-up': 'public, max-age=0, s-maxage=60',
  degraded: CACHED_SECONDS,
  refused: 'private, no-store',
  unkept: 'private, no-store',
  missing: 'public, max-age=0, s-maxage=60',
};

const STATUS: Partial<Record<Kind, number>> = { refused: 429, missing: 404 };

const compress = promisify(gzip);

export async function renderedPage(kind: Kind, document: string): Promise<RenderedPage> {
  const plain = Buffer.from(document);
  return {
    kind,
    status: STATUS[kind] ?? 200,
    headers: { 'Cache-Control': CACHE_CONTROL[kind], 'Content-Type': 'text/html; charset=utf-8' },
    tag: createHash('sha256').update(plain).digest('base64url'),
    plain,
    compressed: await compress(plain),
  };
}
