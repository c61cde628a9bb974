import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type FeedFailure, refused } from '../feed-model.ts';

const gunzip = promisify(zlib.gunzip);
const brotliDecompress = promisify(zlib.brotliDecompress);
const inflate = promisify(zlib.inflate);
const inflateRaw = promisify(zlib.inflateRaw);

export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/** Encodings that our Accept-Encoding does not offer. A response with one of them is refused. */
const UNSUPPORTED = new Set([
  'compress',
  'x-compress',
  'zstd',
  'dcb',
  'dcz',
  'exi',
  'pack200-gzip',
]);
const PACKINGS = new Set(['gzip', 'x-gzip', 'br', 'deflate', ...UNSUPPORTED]);

/** Ignores encodings that are no compression (`none`, `utf-8`, `binary`, `aws-chunked`) if the body is text. */
export async function unpackBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | FeedFailure> {
  const limit = { maxOutputLength: maxBytes };
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const packings = names.filter((name) => PACKINGS.has(name));
  const isPlain = names.every((name) => name === '' || name === 'identity');
  if (packings.length === 0 && (isPlain || isText(body))) return body;
  try {
    switch (packings.join(', ')) {
      case 'gzip':
      case 'x-gzip':
        return await gunzip(body, limit);
      case 'br':
        return await brotliDecompress(body, limit);
      case 'deflate':
        return await (hasZlibHeader(body) ? inflate(body, limit) : inflateRaw(body, limit));
      default:
        return refused('bad-encoding', 'The answer has an unsupported Content-Encoding.');
    }
  } catch (error) {
    if (error instanceof RangeError) {
      return refused('too-large', `The decompressed answer is larger than ${maxBytes} bytes.`);
    }
    return refused('bad-encoding', 'The answer cannot be decompressed.');
  }
}

/**
 * Compressed bytes soon contain a control character. UTF-16 text has zeros, but begins with a byte order
 * mark.
 */
function isText(body: Buffer): boolean {
  const [first, second] = body;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return !/[^\t\n\v\f\r\x20-\xff]/.test(body.toString('latin1', 0, 1000));
}

/** By RFC 1950, the low half of a zlib header's first byte is 8. Some hosts send deflate without a header. */
function hasZlibHeader(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8;
}
