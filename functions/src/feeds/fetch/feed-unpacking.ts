import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type FeedFailure, refused } from '../feed-model.ts';

const gunzip = promisify(zlib.gunzip);
const brotliDecompress = promisify(zlib.brotliDecompress);
const inflate = promisify(zlib.inflate);
const inflateRaw = promisify(zlib.inflateRaw);

export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/** Decompresses one layer of gzip, brotli or deflate, up to `maxBytes`; refuses other encodings. */
export async function unpackBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | FeedFailure> {
  const limit = { maxOutputLength: maxBytes };
  try {
    switch (encoding.trim().toLowerCase()) {
      case '':
      case 'identity':
        return body;
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

/** RFC 1950: the low half of the first byte is 8. Some hosts send deflate without this header. */
function hasZlibHeader(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8;
}
