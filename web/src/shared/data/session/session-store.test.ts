import { beforeEach, expect, test } from 'vitest';
import { PartFailure } from '#shared/loading/load-part.ts';
import type { AuthEvents, AuthService } from './auth-service.ts';
import type { SessionUser } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { hasSignInHint, memberHint, setSignInHint } from './sign-in-hint.ts';

const ada: SessionUser = {
  uid: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  createdAtMs: 0,
  providers: ['password'],
};

/** Returns a start function whose promises the test settles. */
function pendingStart() {
  const starts: {
    events: AuthEvents;
    ready: (service: AuthService) => void;
    fail: (e: Error) => void;
  }[] = [];
  const start = (events: AuthEvents) =>
    new Promise<AuthService>((ready, fail) => {
      starts.push({ events, ready, fail });
    });
  return { start, starts };
}

beforeEach(() => setSignInHint(false));

test('treats a visitor without a hint as signed out and loads nothing', () => {
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  expect(store.getSession()).toEqual({ status: 'unknown' });
  store.start();
  expect(store.getSession()).toEqual({ status: 'signed-out' });
  expect(starts).toHaveLength(0);
});

test('keeps the session unknown until the first auth state if there is a hint', () => {
  setSignInHint(true);
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  store.start();
  expect(store.getSession()).toEqual({ status: 'unknown' });
  starts[0]?.events.onUser(ada);
  expect(store.getSession()).toEqual({ status: 'signed-in', user: ada });
});

test('sets the hint on sign-in and clears it on sign-out', () => {
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  void store.auth();
  starts[0]?.events.onUser(ada);
  expect(hasSignInHint()).toBe(true);
  expect(memberHint()).toBe('ada');
  starts[0]?.events.onUser(null);
  expect(hasSignInHint()).toBe(false);
  expect(memberHint()).toBeNull();
  expect(store.getSession().status).toBe('signed-out');
});

test('reports a failed redirect in the session until it is dismissed', () => {
  setSignInHint(true);
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  store.start();
  const failure = new Error('no');
  starts[0]?.events.onRedirectFailure(failure);
  expect(store.getSession()).toEqual({ status: 'unknown' });
  starts[0]?.events.onUser(null);
  expect(store.getSession()).toEqual({ status: 'signed-out', redirectFailure: failure });
  store.forgetRedirectFailure();
  expect(store.getSession()).toEqual({ status: 'signed-out' });
});

test('dismissing a failure signs nobody out', () => {
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  void store.auth();
  starts[0]?.events.onUser(ada);
  store.forgetRedirectFailure();
  expect(store.getSession().status).toBe('signed-in');
});

test('treats a failed load as signed out and retries on demand', async () => {
  setSignInHint(true);
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  store.start();
  const first = store.auth();
  expect(starts).toHaveLength(1);
  starts[0]?.fail(new Error('offline'));
  await expect(first).rejects.toThrow('offline');
  expect(store.getSession()).toEqual({ status: 'signed-out' });
  void store.auth();
  expect(starts).toHaveLength(2);
});

test('retries a failed load when the connection returns, if there is a hint', async () => {
  setSignInHint(true);
  const { start, starts } = pendingStart();
  const store = createSessionStore(start);
  store.start();
  const failure = new PartFailure('offline', null, () => Promise.reject(new Error('unused')));
  const first = store.auth();
  starts[0]?.fail(failure);
  await expect(first).rejects.toBe(failure);
  expect(store.getSession()).toEqual({ status: 'signed-out', unreachable: failure });
  expect(hasSignInHint()).toBe(true);
  window.dispatchEvent(new Event('online'));
  expect(starts).toHaveLength(2);
  starts[1]?.events.onUser(ada);
  expect(store.getSession()).toEqual({ status: 'signed-in', user: ada });
});
