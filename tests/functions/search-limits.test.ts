import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { apiErrorBodySchema, STATUS_OF_CODE } from '../../functions/src/contract/index.ts';
import { database } from '../../functions/src/platform/firebase-admin.ts';
import { createSearchAllowance } from '../../functions/src/search/limits/search-allowance.ts';
import {
  clientId,
  connectSharedCount,
  countInFirestore,
} from '../../functions/src/platform/clients/firestore-rate-limit.ts';
import { signUp } from '../support/account.ts';
import { asNewClient, asNewVisitor } from '../support/client.ts';
import { expectRefusedInTime } from '../support/expect-refused-in-time.ts';
import { useDocuments } from '../support/use-documents.ts';
import { siteUrl } from '../support/stack.ts';
import { unique } from '../support/unique.ts';

const QUERY = { keywords: ['OpenAI'], language: 'English' };

function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${siteUrl()}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asNewClient(), ...headers },
    body,
  });
}

describe('a search over HTTP', () => {
  test('answers any body with 200, 400 or 413', async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.jsonValue().map((value) => new TextEncoder().encode(JSON.stringify(value))),
      fc.constant(new Uint8Array(100_000)),
      fc.constant(new TextEncoder().encode(JSON.stringify(QUERY))),
    );
    const type = fc.constantFrom('application/json', 'text/plain', 'application/octet-stream');
    await fc.assert(
      fc.asyncProperty(body, type, async (bytes, contentType) => {
        const answer = await post(Buffer.from(bytes), { 'content-type': contentType });
        expect([200, 400, 413]).toContain(answer.status);
      }),
      { numRuns: 200 },
    );
  });

  test('counts a signed-in person across addresses', async () => {
    const ada = { authorization: `Bearer ${(await signUp()).idToken}` };
    const eve = { authorization: `Bearer ${(await signUp()).idToken}` };
    await expectRefusedInTime(() => post(JSON.stringify(QUERY), ada));
    expect((await post(JSON.stringify(QUERY), eve)).status).toBe(200);
  });

  test('counts a visitor whom a proxy names', async () => {
    const client = { ...asNewClient(), ...asNewVisitor() };
    await expectRefusedInTime(() => post(JSON.stringify(QUERY), client));
  });

  test('counts a request with an invalid token by its address', async () => {
    const [header, payload] = (await signUp()).idToken.split('.');
    for (const token of ['x', `${header!}.${payload!}`, 'a.b.c', 'x'.repeat(9000)]) {
      const answer = await post(JSON.stringify(QUERY), { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(200);
    }
  });
});

describe('the count that instances share', () => {
  const documents = useDocuments();

  test('allows one burst on three instances and stores no address', async () => {
    await connectSharedCount();
    const address = `burst-${unique()}`;
    const instances = Array.from({ length: 3 }, () =>
      createSearchAllowance({ perMinute: 30, countShared: countInFirestore }),
    );
    const decisions = await Promise.all(
      Array.from({ length: 120 }, (_, call) => instances[call % 3]!({ address, uid: null })),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(30);
    const unkeyed = createHash('sha256').update(`visitors ${address}`).digest('base64url');
    expect(await documents.read(`rateLimits/${unkeyed}`)).toBeNull();
    const id = await clientId(await database(), `visitors ${address}`);
    const counted = await documents.read(`rateLimits/${id}`);
    expect(Object.keys(counted ?? {}).sort()).toEqual(['calls', 'expireAt']);
    expect(counted?.['calls']).toHaveLength(30);
  });

  test('charges a heavy search its units on three instances together', async () => {
    await connectSharedCount();
    const address = `heavy-${unique()}`;
    const instances = Array.from({ length: 3 }, () =>
      createSearchAllowance({ perMinute: 30, countShared: countInFirestore }),
    );
    const decisions = await Promise.all(
      Array.from({ length: 30 }, (_, call) => instances[call % 3]!({ address, uid: null }, 6)),
    );
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5);
    const id = await clientId(await database(), `visitors ${address}`);
    expect((await documents.read(`rateLimits/${id}`))?.['calls']).toHaveLength(30);
  });
});

test('charges searches with many words more, and refuses too many words', async () => {
  const words = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
  const client = asNewClient();
  const ask = async (keywords: string[]) =>
    (await post(JSON.stringify({ keywords, language: 'English' }), client)).status;
  const most = [words(20, 'a'), words(20, 'b'), words(20, 'c')];
  expect(await ask([...most, 'one more'])).toBe(400);
  // Sequential: for concurrent calls, the emulator starts several processes, each with its own count.
  const statuses: number[] = [];
  while (statuses.length < 30 && statuses.at(-1) !== 429) statuses.push(await ask(most));
  expect(statuses.at(-1)).toBe(429);
  // The remaining units suffice only for a cheap search.
  expect(await ask(['OpenAI'])).toBe(200);
});

test('answers unsupported methods with 405', async () => {
  for (const [path, method] of [
    ['search', 'PUT'],
    ['health', 'POST'],
  ] as const) {
    const answer = await fetch(`${siteUrl()}/api/${path}`, { method, body: 'x'.repeat(50_000) });
    expect(answer.status).toBe(STATUS_OF_CODE['method-not-allowed']);
    expect(apiErrorBodySchema.parse(await answer.json()).error.code).toBe('method-not-allowed');
  }
});
