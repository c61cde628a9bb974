import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { mendHead } from './mend-head.ts';

const piece = fc.oneof(
  fc.constantFrom(
    'HTTP/1.1 ',
    '200',
    ' OK',
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    'Content-Length: ',
    '12',
    ',',
    ' : ',
    'Transfer-Encoding: chunked',
    'Set-Cookie: a=b',
    'ICY ',
    '100',
    '\0',
    '\t',
    ' ',
    'X: y',
    '\xff',
    'Location: /',
  ),
  fc.string({ maxLength: 4 }),
);

test('writes any head that it reads as HTTP demands', () => {
  const answer = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        answer,
        answer.map((rest) => `HTTP/1.1 200 OK\r\n${rest}\r\n\r\n`),
      ),
      (text) => {
        const mended = mendHead(text);
        if (mended.kind !== 'head') return;
        expect(mended.text).toMatch(
          // eslint-disable-next-line no-control-regex -- No other control characters may remain.
          /^HTTP\/1\.1 \d{3} \r\n(?:[!#$%&'*+.^`|~\w-]+: [^\0-\x08\x0a-\x1f\x7f]*\r\n)*\r\n$/,
        );
        expect(mended.text.match(/^content-length/gm)?.length ?? 0).toBeLessThanOrEqual(1);
        expect(
          /^content-length/m.test(mended.text) && /^transfer-encoding/m.test(mended.text),
        ).toBe(false);
        expect(mended.end).toBeLessThanOrEqual(text.length);
        // A mended head needs no mending.
        expect(mendHead(mended.text)).toMatchObject({ text: mended.text, length: mended.length });
      },
    ),
    { numRuns: fuzzRuns(1000) },
  );
});

test.each(['\n', '\r\n ', 'a', ' ', '\n ', 'a:', 'HTTP/1.1 200\n'])(
  'reads 256 kB of %j in linear time',
  (part) => {
    const begun = Date.now();
    mendHead(part.repeat(256_000 / part.length));
    mendHead(`HTTP/1.1 200 OK\r\n${part.repeat(256_000 / part.length)}`);
    expect(Date.now() - begun).toBeLessThan(1000);
  },
);
