import { expect, test, vi } from 'vitest';
import type { AuthService } from './auth-service.ts';
import { sessionStore } from './session-store.ts';
import { signOut } from './sign-out.ts';

test('loads the home page after signing out', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const leave = vi.fn(() => {
    expect(assign).not.toHaveBeenCalled();
    return Promise.resolve();
  });
  // The code under test calls only `signOut`.
  vi.spyOn(sessionStore, 'auth').mockResolvedValue({
    signOut: leave,
  } as Partial<AuthService> as AuthService);
  await signOut();
  expect(leave).toHaveBeenCalledOnce();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});

test('logs a failed sign-out and stays on the page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  const failure = new Error('no');
  vi.spyOn(sessionStore, 'auth').mockRejectedValue(failure);
  const log = vi.mocked(console.error).mockReturnValue();
  await signOut();
  expect(log).toHaveBeenCalledExactlyOnceWith(failure);
  log.mockClear();
  expect(assign).not.toHaveBeenCalled();
});
