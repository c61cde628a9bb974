import { beforeEach, expect, test } from 'vitest';
import { PartFailure } from '#shared/loading/load-part.ts';
import type { AuthEvents, AuthService } from './auth-service.ts';
import type { SessionUser } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { hasSignInHint, setSignInHint } from './sign-in-hint.ts';

const ada: SessionUser = {
  uid: 'ada',
  email: 'ada@example.com',
  emailVerified: true,
  createdAtMs: 0,
  providers: ['password'],
};

/** A start of the identity service that the test settles. */
function heldStart() {
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

test('a visitor who never signed in here is known at once, and nothing is loaded', () => {
  const { start, starts } = heldStart();
  const store = createSessionStore(start);
  expect(store.getSession()).toEqual({ status: 'unknown' });
  store.start();
  expect(store.getSession()).toEqual({ status: 'signed-out' });
  expect(starts).toHaveLength(0);
});

test('with a hint the session stays unknown until the first auth state', () => {
  setSignInHint(true);
  const { start, starts } = heldStart();
  const store = createSessionStore(start);
  store.start();
  expect(store.getSession()).toEqual({ status: 'unknown' });
  starts[0]?.events.onUser(ada);
  expect(store.getSession()).toEqual({ status: 'signed-in', user: ada });
});

test('signing in and out leave and take the hint', () => {
  const { start, starts } = heldStart();
  const store = createSessionStore(start);
  void store.auth();
  starts[0]?.events.onUser(ada);
  expect(hasSignInHint()).toBe(true);
  starts[0]?.events.onUser(null);
  expect(hasSignInHint()).toBe(false);
  expect(store.getSession().status).toBe('signed-out');
});

test('a failed way back from Google is told with the session, until it is forgotten', () => {
  setSignInHint(true);
  const { start, starts } = heldStart();
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

test('forgetting a failure does not sign anybody out', () => {
  const { start, starts } = heldStart();
  const store = createSessionStore(start);
  void store.auth();
  starts[0]?.events.onUser(ada);
  store.forgetRedirectFailure();
  expect(store.getSession().status).toBe('signed-in');
});

test('an identity service that does not load leaves a visitor, and is tried again when wanted', async () => {
  setSignInHint(true);
  const { start, starts } = heldStart();
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

test('what cannot be loaded for want of a connection is loaded when that returns, for who was here', async () => {
  setSignInHint(true);
  const { start, starts } = heldStart();
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
