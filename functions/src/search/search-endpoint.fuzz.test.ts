import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as z from 'zod';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fuzzRuns, timesSeen } from '../testing/fuzz-runs.ts';
import {
  apiErrorBodySchema,
  searchResponseSchema,
  speechResponseSchema,
  STATUS_OF_CODE,
  MAX_BODY_BYTES,
} from '../contract/index.ts';
import { keepLog } from '../testing/test-log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'earshot-fuzz-'));
vi.stubEnv('CATALOGUE_URL', `file:${path.join(folder, 'catalogue.db')}`);
vi.stubEnv('SEARCH_REQUESTS_PER_MINUTE', '1000000');
// Imported after the settings are stubbed.
const { search } = await import('./search-endpoint.ts');

beforeEach(() => {
  keepLog();
  // Stops the deadline of a search (an interval) and its client's search time (`performance`): a busy machine
  // would exceed both.
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  status: number;
  body: unknown;
}

/** Calls the deployed function without an HTTP server. */
function post(rawBody: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const reply = {
      on: () => reply,
      set: () => reply,
      status: (status: number) => ({
        json: (body: unknown) => resolve({ status, body }),
        send: (body: Buffer) => resolve({ status, body: JSON.parse(body.toString()) as unknown }),
      }),
    };
    const request = { method: 'POST', headers: {}, socket: {}, rawBody, header: () => undefined };
    // The function uses only these members of Express's objects.
    const call = search as unknown as (request: object, reply: object) => Promise<void>;
    call(request, reply).catch(reject);
  });
}

const PARTS_OF_A_REQUEST = ['keywords', 'language', 'startDate', 'English', 'OpenAI', '__proto__'];
const field = fc.oneof(fc.constantFrom(...PARTS_OF_A_REQUEST), fc.string());

/** Almost valid requests: known fields with wrong values, and vice versa. */
const nearly = fc.record(
  {
    keywords: fc.oneof(fc.array(field, { maxLength: 22 }), fc.jsonValue({ maxDepth: 2 })),
    language: fc.oneof(fc.constant('English'), fc.jsonValue({ maxDepth: 1 })),
    startDate: fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.constantFrom('1', null)),
    sort: fc.constantFrom('newest', 'relevance', 'oldest', null),
    nameOnly: fc.oneof(fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);
const right = fc.record({
  keywords: fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 4 }),
  language: fc.constant('English'),
  startDate: fc.option(fc.maxSafeNat(), { nil: undefined }),
  sort: fc.constantFrom('newest', 'relevance', undefined),
  nameOnly: fc.constantFrom(true, false, undefined),
});

/** Transcript requests, valid and almost valid. */
const moment = fc.record({
  around: fc.record(
    {
      audio: fc.oneof(fc.webUrl(), fc.string(), fc.constant(null)),
      pub_date_ms: fc.oneof(fc.nat(), fc.maxSafeInteger(), fc.double()),
      atMs: fc.oneof(
        fc.nat(6000).map((step) => step * 30_000),
        fc.maxSafeInteger(),
      ),
      keywords: fc.constant(['OpenAI']),
    },
    { requiredKeys: ['audio', 'pub_date_ms', 'atMs'] },
  ),
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const json = fc
  .oneof(right, nearly, moment, fc.dictionary(field, fc.jsonValue({ maxDepth: 1 })), fc.jsonValue())
  .map((value) => bytesOf(JSON.stringify(value)));

const damaged = fc
  .tuple(json, fc.nat(200), fc.nat(5), fc.uint8Array({ maxLength: 4 }))
  .map(([bytes, at, remove, insert]) =>
    Uint8Array.from([...bytes.slice(0, at), ...insert, ...bytes.slice(at + remove)]),
  );
const large = fc
  .integer({ min: MAX_BODY_BYTES - 20, max: MAX_BODY_BYTES + 20 })
  .map((length) => bytesOf(`{"keywords":["${'a'.repeat(length - 17)}"]}`));

const answerSchema = z.union([searchResponseSchema, speechResponseSchema]);

test('answers any body with 200, 400 or 413 as the contract says', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        { arbitrary: json, weight: 6 },
        { arbitrary: damaged, weight: 5 },
        { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 4 },
        { arbitrary: large, weight: 1 },
      ),
      async (rawBody) => {
        const { status, body } = await post(rawBody);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        if (status === 200) {
          answerSchema.parse(body);
          return;
        }
        const { error } = apiErrorBodySchema.parse(body);
        expect(error.code).toBe(
          rawBody.length > MAX_BODY_BYTES ? 'payload-too-large' : 'invalid-request',
        );
        expect(status).toBe(STATUS_OF_CODE[error.code]);
      },
    ),
    { numRuns: fuzzRuns(700) },
  );
  for (const status of [200, 400, 413]) expect(seen.get(status) ?? 0).toBeGreaterThan(timesSeen(2));
});
