import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NO_VALIDATORS } from '../feeds/feed-model.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { loadFeedList } from './feed-list.ts';
import { conditionalHeaders, judgeResponse, validatorsOf } from '../feeds/fetch/feed-response.ts';
import { unpackBody } from '../feeds/fetch/feed-unpacking.ts';
import { parsePublicationDate } from '../feeds/read/publication-date.ts';
import { MAX_RETRY_AFTER_MS } from '../feeds/fetch/feed-response.ts';
import { NOW } from '../catalogue/testing/test-catalogue.ts';

const ADDRESS = new URL('https://show.example/feed');
const MAX_BYTES = 50_000;

/** Any header value, in which known traps are more frequent than by chance. */
const headerValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'Infinity',
    'NaN',
    '"tag"',
    'W/"x"',
    'Wed, 21 Oct 2099 07:28:00 GMT',
    'Wed, 21 Oct 1999 07:28:00 GMT',
    'tomorrow',
    '/',
    '//',
    '//evil.example',
    '../..',
    'http://',
    'http://[',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:,x',
    'https://show.example/feed',
    'a\r\nx-injected: 1',
  ),
);
const headers = fc.dictionary(
  fc.constantFrom('location', 'retry-after', 'etag', 'last-modified', 'content-encoding'),
  fc.oneof(headerValue, fc.array(headerValue, { maxLength: 3 })),
);

describe('whatever a host answers', { timeout: 60_000 }, () => {
  it('judges any response head without throwing, with a bounded Retry-After', () => {
    const status = fc.oneof(
      fc.constantFrom(200, 301, 302, 304, 307, 308, 404, 410, 429, 503),
      fc.nat(999),
    );
    fc.assert(
      fc.property(status, headers, fc.boolean(), (code, fields, conditional) => {
        const verdict = judgeResponse({ status: code, headers: fields }, ADDRESS, conditional, NOW);
        if (verdict.kind !== 'refused') return;
        expect(verdict.message).toMatch(/^[\w ,."()-]+\.$/);
        const { retryAfterMs = 0 } = verdict;
        expect(retryAfterMs).toBeGreaterThanOrEqual(0);
        expect(retryAfterMs).toBeLessThanOrEqual(MAX_RETRY_AFTER_MS);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it('sends back only validators that are valid and came from the host', () => {
    fc.assert(
      fc.property(headers, (fields) => {
        const sent = conditionalHeaders(validatorsOf(fields));
        expect(() => new Headers(sent)).not.toThrow();
        for (const value of Object.values(sent)) expect(Object.values(fields)).toContain(value);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });

  it('decompresses a body however its packing is declared, up to the limit, or refuses it', async () => {
    const contents = [0, 1, 300, MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 40 * MAX_BYTES];
    const packings = {
      gzip: zlib.gzipSync,
      'x-gzip': (bytes: Buffer) => Buffer.concat([zlib.gzipSync(bytes), Buffer.from('\r\n')]),
      'gzip, gzip': (bytes: Buffer) => zlib.gzipSync(zlib.gzipSync(bytes)),
      GZIP: (bytes: Buffer) => zlib.gzipSync(bytes).subarray(0, -8),
      br: (bytes: Buffer) =>
        zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
      deflate: zlib.deflateSync,
      Deflate: zlib.deflateRawSync,
      identity: (bytes: Buffer) => bytes,
    };
    const answers = contents.flatMap((length) => {
      const content = Buffer.alloc(length, '<p>words of a feed</p>');
      return Object.entries(packings).map(([encoding, pack]) => {
        return { content, encoding, packed: pack(content) };
      });
    });
    const declaration = fc.option(fc.constantFrom(...Object.keys(packings), '', 'utf-8', 'zstd'));
    const change = fc.option(fc.tuple(fc.nat(60), fc.uint8Array({ maxLength: 3 })));
    const limits = { maxBytes: MAX_BYTES, maxTotalBytes: 4 * MAX_BYTES };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...answers),
        declaration,
        change,
        async (answer, declared, changed) => {
          const { content, encoding, packed } = answer;
          const [at, insert] = changed ?? [0, new Uint8Array()];
          const bytes = Buffer.concat([packed.subarray(0, at), insert, packed.subarray(at)]);
          const unpacked = await unpackBody({ bytes }, declared ?? encoding, limits);
          // A short text that is packed and declared wrongly cannot be told from other bytes.
          const isKnown = changed === null && (declared === null || content.length >= 300);
          if ('kind' in unpacked) {
            expect(['too-large', 'bad-encoding']).toContain(unpacked.code);
            if (isKnown) expect(content.length).toBeGreaterThan(MAX_BYTES);
          } else {
            if (bytes.length <= MAX_BYTES)
              expect(unpacked.bytes.length).toBeLessThanOrEqual(MAX_BYTES);
            if (isKnown) expect(unpacked.bytes.equals(content)).toBe(true);
          }
        },
      ),
      { numRuns: fuzzRuns(500) },
    );
  });
});

describe('whatever stands for a date', () => {
  it('reads any date as whole milliseconds or null', () => {
    const words = fc.constantFrom(
      'Mon, ',
      '31 ',
      'Feb ',
      '2026 ',
      '99 ',
      '25:61:61 ',
      '12:00 ',
      'GMT',
      '+9999',
      '-0000',
      '2026-11-21',
      'T',
      'Z',
      '1900-01-01',
      '(comment)',
      '٣',
      '0',
      '1e3',
      ',',
    );
    const written = fc
      .array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(written, (text) => {
        const read = parsePublicationDate(text);
        expect(read === null || Number.isSafeInteger(read)).toBe(true);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });
});

describe('whatever a list of feeds holds', { timeout: 60_000 }, () => {
  const ENTITY: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
  const address = fc.oneof(
    fc.webUrl(),
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'file:///etc/passwd',
      'file://host/x',
      'file:///%zz',
      'file:///%00',
      'javascript:1',
      '',
      ' ',
      '../feed.xml',
      '/etc/passwd',
      'ftp://x/',
      'http://',
      'http://a b/',
      'HTTP://X/#a',
    ),
  );
  const list = fc
    .array(address, { maxLength: 6 })
    .map((addresses) => addresses.map((text) => text.replace(/[&<"]/g, (sign) => ENTITY[sign]!)))
    .map((all) => all.map((text) => `<outline text="x" xmlUrl="${text}"/>`).join(''))
    .map((outlines) => `<opml version="2.0"><body>${outlines}</body></opml>`);
  const UNUSABLE = / cannot be used as feed or list of feeds: [A-Z]/;

  async function load(source: string, opml: string) {
    const bytes = new TextEncoder().encode(opml);
    return loadFeedList(
      source,
      {
        fetchFeed: () =>
          Promise.resolve({
            kind: 'fetched',
            bytes,
            contentType: null,
            validators: NO_VALIDATORS,
          }),
        readFile: (file) =>
          file === '/lists/feeds.opml' ? Promise.resolve(bytes) : readFile(file),
      },
      NOW,
    ).catch((error: unknown) => {
      expect(String(error)).toMatch(UNUSABLE);
      return { feeds: [] };
    });
  }

  it('reads only web addresses from a list on the web', async () => {
    await fc.assert(
      fc.asyncProperty(list, async (opml) => {
        for (const feed of (await load('https://list.example/', opml)).feeds) {
          expect(feed).toHaveProperty('url');
          expect('url' in feed && new URL(feed.url).protocol).toMatch(/^https?:$/);
        }
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  it('reads web addresses and absolute paths from a local list despite bad entries', async () => {
    const good = '<outline text="x" xmlUrl="https://good.example/feed"/></body>';
    await fc.assert(
      fc.asyncProperty(list, async (opml) => {
        const { feeds } = await load('/lists/feeds.opml', opml.replace('</body>', good));
        expect(feeds).toContainEqual({ url: 'https://good.example/feed' });
        for (const feed of feeds) {
          if ('path' in feed) expect(path.isAbsolute(feed.path)).toBe(true);
        }
      }),
      { numRuns: fuzzRuns(500) },
    );
  });
});
