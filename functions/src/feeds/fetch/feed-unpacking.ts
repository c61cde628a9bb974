import zlib from 'node:zlib';
import { type FeedFailure, refused } from '../feed-model.ts';
import { collectBody, type CollectedBody, type SizeLimits } from './collect-body.ts';

export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/** Hosts pack a feed twice when a plugin and the web server both do. */
const MAX_LAYERS = 3;
/** Programs that pack in parallel write a member for each 64 kB. */
const MAX_MEMBERS = 2000;
/** No feed packs that well. Applies to a layer that exceeds `maxBytes`. */
const MAX_RATIO = 500;

type Packing = 'gzip' | 'zlib' | 'deflate' | 'br';
type Unpacked = CollectedBody | 'broken' | 'too-large';

const UNREADABLE = refused('bad-encoding', 'The answer cannot be decompressed.');

/**
 * Unpacks a body up to three times. Its first bytes count more than `encoding`, which many hosts declare
 * wrongly.
 */
export async function unpackBody(
  body: CollectedBody,
  encoding: string,
  limits: SizeLimits,
): Promise<CollectedBody | FeedFailure> {
  const declared = encoding.toLowerCase();
  let layer = body;
  for (let depth = 0; ; depth += 1) {
    const next = await nextLayer(layer, declared, limits);
    if (next === 'too-large') {
      return refused(
        'too-large',
        `The decompressed answer is larger than ${limits.maxBytes} bytes.`,
      );
    }
    if (next === 'plain') return layer;
    if (next === 'broken') return depth > 0 || isNoEncoding(declared) ? layer : UNREADABLE;
    if (depth === MAX_LAYERS) return UNREADABLE;
    layer = next;
  }
}

async function nextLayer(
  { bytes }: CollectedBody,
  declared: string,
  limits: SizeLimits,
): Promise<Unpacked | 'plain'> {
  const start = firstByte(bytes);
  if (isGzip(bytes, start)) return unpack('gzip', bytes.subarray(start), limits);
  for (const packing of declaredPackings(bytes, declared)) {
    const unpacked = await unpack(packing, bytes, limits);
    if (unpacked !== 'broken') return unpacked;
  }
  if (isText(bytes)) return 'plain';
  for (const packing of ['zlib', 'br', 'deflate'] as const) {
    const unpacked = await unpack(packing, bytes, limits);
    if (unpacked === 'too-large') return unpacked;
    // Any bytes can be valid packing by chance, but hardly of markup.
    if (unpacked !== 'broken' && (isGzip(unpacked.bytes, 0) || isMarkup(unpacked.bytes)))
      return unpacked;
  }
  return 'broken';
}

function isNoEncoding(declared: string): boolean {
  return declared.split(',').every((name) => ['', 'identity'].includes(name.trim()));
}

function declaredPackings(bytes: Buffer, declared: string): Packing[] {
  const names = new Set(declared.split(',').map((name) => name.trim()));
  return [
    ...(names.has('deflate')
      ? [hasZlibHeader(bytes) ? ('zlib' as const) : ('deflate' as const)]
      : []),
    ...(names.has('br') ? ['br' as const] : []),
  ];
}

async function unpack(packing: Packing, bytes: Buffer, limits: SizeLimits): Promise<Unpacked> {
  const maxTotalBytes = Math.min(
    limits.maxTotalBytes,
    Math.max(limits.maxBytes, MAX_RATIO * bytes.length),
  );
  const state = { isCut: false };
  try {
    const unpacked = await collectBody(unpackedChunks(packing, bytes, state), {
      ...limits,
      maxTotalBytes,
    });
    if (unpacked === null) return 'too-large';
    return state.isCut && !endsAsFeed(unpacked.bytes) ? 'broken' : unpacked;
  } catch {
    return 'broken';
  }
}

/** Ignores checksums and bytes behind the packed ones, which some hosts cut off or add. */
async function* unpackedChunks(packing: Packing, bytes: Buffer, state: { isCut: boolean }) {
  let start = packing === 'zlib' ? 2 : 0;
  for (let member = 0; member < MAX_MEMBERS; member += 1) {
    if (packing === 'gzip') start = gzipDataStart(bytes, start);
    const stream = packing === 'br' ? zlib.createBrotliDecompress() : zlib.createInflateRaw();
    stream.end(bytes.subarray(start));
    try {
      for await (const chunk of stream) yield chunk as Buffer;
    } catch (error) {
      if (!isEndMissing(error)) throw error;
      state.isCut = true;
    }
    start += stream.bytesWritten + GZIP_TRAILER_BYTES;
    if (packing !== 'gzip' || !isGzip(bytes, start)) return;
  }
  throw new Error('The answer has too many members.');
}

function isEndMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}

/** True if nothing of a feed is missing, although its packing was cut. */
function endsAsFeed(bytes: Buffer): boolean {
  return /<\/(?:[\w-]+:)?(?:rss|feed)\s*>\s*$/i.test(bytes.toString('latin1', bytes.length - 200));
}

/** Skips a byte order mark and blanks, which a script may write before its packed output. */
function firstByte(bytes: Buffer): number {
  return /^(?:\xef\xbb\xbf)?[\t\n\r ]*/.exec(bytes.toString('latin1', 0, 100))?.[0].length ?? 0;
}

const GZIP_TRAILER_BYTES = 8;

function isGzip(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8;
}

/** Skips the header of RFC 1952 with its optional fields. */
function gzipDataStart(bytes: Buffer, start: number): number {
  const flags = bytes[start + 3] ?? 0;
  let at = start + 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const text of [8, 16]) if (flags & text) at = bytes.indexOf(0, at) + 1 || bytes.length;
  return flags & 2 ? at + 2 : at;
}

/** Packed bytes soon contain a control character, and text rarely does. */
function isText(body: Buffer): boolean {
  return isMarkup(body) || !/[^\t\n\v\f\r\x20-\xff]/.test(body.toString('latin1', 0, 1000));
}

/** UTF-16 text begins with a byte order mark, unlike packed bytes. */
function isMarkup(body: Buffer): boolean {
  return /^(?:\xff\xfe|\xfe\xff|(?:\xef\xbb\xbf)?\s*<[?!\w])/.test(
    body.toString('latin1', 0, 1000),
  );
}

/** RFC 1950. Some hosts send deflate without this header. */
function hasZlibHeader([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
