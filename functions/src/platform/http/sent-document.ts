import { namesTag } from './entity-tag.ts';

/** A body that is sent as it is, or compressed with gzip. */
export interface SendableDocument {
  status: number;
  headers: Record<string, string>;
  /** Strong entity tag without quotation marks. */
  tag: string;
  /** Epoch milliseconds; for `Last-Modified`. */
  changedAtMs?: number;
  plain: Buffer;
  compressed: Buffer;
}

interface DocumentRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

interface SentDocument {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Negotiates gzip, omits the body for HEAD and answers 304 to who has the document. */
export function sentDocument(
  document: SendableDocument,
  { method, headers }: DocumentRequest,
): SentDocument {
  const { changedAtMs } = document;
  const isCompressed = /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    text(headers['accept-encoding']),
  );
  const tag = `"${document.tag}${isCompressed ? '-gzip' : ''}"`;
  const isKnown = document.status === 200 && isFresh(headers, tag, changedAtMs);
  const body = isCompressed ? document.compressed : document.plain;
  return {
    status: isKnown ? 304 : document.status,
    headers: {
      ...document.headers,
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(changedAtMs !== undefined && { 'Last-Modified': new Date(changedAtMs).toUTCString() }),
      ...(isCompressed && !isKnown && { 'Content-Encoding': 'gzip' }),
    },
    body: isKnown || method === 'HEAD' ? null : body,
  };
}

/** The tag decides where the client names one (RFC 9110, 13.2.2). */
function isFresh(
  headers: DocumentRequest['headers'],
  tag: string,
  changedAtMs: number | undefined,
): boolean {
  if (headers['if-none-match'] !== undefined) return namesTag(headers['if-none-match'], tag);
  if (changedAtMs === undefined) return false;
  // Headers have seconds; NaN compares as false.
  return Date.parse(text(headers['if-modified-since'])) >= Math.floor(changedAtMs / 1000) * 1000;
}

function text(header: string | string[] | undefined): string {
  return [header ?? []].flat().join();
}
