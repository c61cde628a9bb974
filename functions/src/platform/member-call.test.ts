import { HttpsError } from 'firebase-functions/v2/https';
import { beforeEach, expect, test, vi } from 'vitest';
import * as functions from '../index.ts';
import { findUser } from './find-user.ts';
import { memberCall } from './member-call.ts';

vi.mock('./find-user.ts', () => ({ findUser: vi.fn() }));

interface Callable {
  __endpoint: { callableTrigger?: object };
  run: (request: object) => Promise<unknown>;
}

/** All callables that are deployed, whoever wrote them. */
const CALLABLES = Object.entries(functions as unknown as Record<string, Callable>).filter(
  ([, { __endpoint }]) => __endpoint.callableTrigger !== undefined,
);
const ADA = { uid: 'ada', token: { auth_time: 0, email: 'ada@example.com' } };

const codeOf = async (answer: Promise<unknown>) => {
  const error: unknown = await answer.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof HttpsError ? error.code : error;
};

beforeEach(() => vi.mocked(findUser).mockReset());

test('there are callables', () => expect(CALLABLES.length).toBeGreaterThan(7));

test.each(CALLABLES)('%s refuses who is not signed in', async (_name, { run }) => {
  expect(await codeOf(run({ data: {} }))).toBe('unauthenticated');
});

// Deleting is repeated when it ended too early: it alone takes the token of an account that is gone.
test.each(CALLABLES.filter(([name]) => name !== 'deleteAccount'))(
  '%s refuses the token of a deleted and of a disabled account, whatever it asks for',
  async (_name, { run }) => {
    for (const user of [null, { disabled: true }]) {
      vi.mocked(findUser).mockResolvedValueOnce(user as never);
      expect(await codeOf(run({ auth: ADA, data: {} }))).toBe('unauthenticated');
    }
    expect(findUser).toHaveBeenCalledWith('ada');
  },
);

test('who has an account is answered', async () => {
  const { run } = memberCall({}, { signInTo: 'test' }, ({ uid, data }) =>
    Promise.resolve([uid, data]),
  );
  vi.mocked(findUser).mockResolvedValueOnce({ disabled: false } as never);
  expect(await run({ auth: ADA, data: 7 } as never)).toEqual(['ada', 7]);
});
