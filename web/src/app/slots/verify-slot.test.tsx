import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
// Preloads a lazy part, because a cold import is slow.
import '#features/account/verification/verify-hint.tsx';
import { fakeAuth } from '#shared/testing/fake-auth.ts';
import { sampleUser } from '#shared/testing/sample-user.ts';
import type { Session } from '#shared/data/session/session.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { VerifySlot } from './verify-slot.tsx';

const ada = (emailVerified: boolean): Session => ({
  status: 'signed-in',
  user: sampleUser({ emailVerified }),
});

test('asks a new member to verify the address, and resends the link', async () => {
  vi.spyOn(sessionStore, 'getSession').mockReturnValue(ada(false));
  const resendVerification = vi.fn(() => Promise.resolve());
  vi.spyOn(sessionStore, 'auth').mockResolvedValue(fakeAuth({ resendVerification }));
  render(<VerifySlot />);
  const hint = await screen.findByRole('region', { name: 'Verify your email' });
  expect(hint.textContent).toBe(
    'Verify your email to get alerts. We sent a link to ada@example.com. Resend',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByRole('button', { name: 'Sent' })).toHaveProperty('disabled', true);
  expect(resendVerification).toHaveBeenCalledOnce();
});

test.each([
  ['a verified member', ada(true)],
  ['a visitor', { status: 'signed-out' } as const],
])('shows nothing to %s', (_who, session) => {
  vi.spyOn(sessionStore, 'getSession').mockReturnValue(session);
  render(<VerifySlot />);
  expect(document.body.textContent).toBe('');
});
