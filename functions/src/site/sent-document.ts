/** A response whose body is ready both plain and compressed. */
export interface SendableDocument {
  status: number;
  headers: Record<string, string>;
  /** Strong entity tag, without quotation marks. */
  tag: string;
  plain: Buffer;
  compressed: Buffer;
}

export interface DocumentRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface SentDocument {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Negotiates gzip, omits the body for HEAD, and answers 304 to a matching entity tag. */
export function sentDocument(document: SendableDocument, request: DocumentRequest): SentDocument {
  const isCompressed = takesGzip(request);
  const tag = `"${document.tag}${isCompressed ? '-gzip' : ''}"`;
  const isKnown = document.status === 200 && matchesTag(request.headers['if-none-match'], tag);
  const body = isCompressed ? document.compressed : document.plain;
  return {
    status: isKnown ? 304 : document.status,
    headers: {
      ...document.headers,
      ETag: tag,
      Vary: 'Accept-Encoding',
      ...(isCompressed && !isKnown && { 'Content-Encoding': 'gzip' }),
    },
    body: isKnown || request.method === 'HEAD' ? null : body,
  };
}

export function takesGzip({ headers }: DocumentRequest): boolean {
  const accepted = textOf(headers['accept-encoding']);
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted);
}

/**
 * True if the client has this version. An entity tag overrides the date (RFC 9110, 13.2.2).
 * @param tag Without quotation marks.
 */
export function hasVersion(
  { headers }: DocumentRequest,
  { tag, changedAtMs }: { tag: string; changedAtMs: number },
): boolean {
  if (headers['if-none-match'] !== undefined) {
    return matchesTag(headers['if-none-match'], `"${tag}"`);
  }
  // HTTP dates have whole seconds. For a missing or invalid date, `knownMs` is NaN and the comparison is false.
  const knownMs = Date.parse(textOf(headers['if-modified-since']));
  return knownMs >= Math.floor(changedAtMs / 1000) * 1000;
}

function textOf(header: string | string[] | undefined): string {
  return [header ?? []].flat().join();
}

/** Compressing proxies and feed readers return tags as weak (`W/`) or with a suffix (`-gzip`, `;gzip`). */
export function matchesTag(header: string | string[] | undefined, tag: string): boolean {
  const parts = [header ?? []].flat().join().split(',');
  const tags = parts.map((part) => part.trim().replace(/^W\//, ''));
  const bare = tags.map((each) => each.replace(/[-;](gzip|br|deflate|zstd)"$/, '"'));
  return tags.includes(tag) || bare.includes(tag) || tags.includes('*');
}
