import { namesTag } from '../platform/http/entity-tag.ts';
import type { RenderedPage } from './rendered-page.ts';

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
