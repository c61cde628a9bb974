import { screen } from '@testing-library/react';
import { DEFAULT_PREFERENCES } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import type { Person } from '#shared/data/member/member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { sampleUser } from '#shared/testing/sample-user.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { MailNotice } from './mail-notice.tsx';

/** Opens the notice for Ada and waits for her data. */
async function open(person: Partial<Person>, emailVerified = true) {
  vi.spyOn(sessionStore, 'getSession').mockReturnValue({
    status: 'signed-in',
    user: sampleUser({ emailVerified }),
  });
  const { data } = fakeMemberData({ person });
  renderForMember(<MailNotice />, data);
  // The data arrives in the next microtask.
  await Promise.resolve();
}

const notice = () => screen.queryByRole('region', { name: 'Email is off' });
const shown = () => screen.findByRole('region', { name: 'Email is off' });

test('shows nothing while alerts are emailed', async () => {
  await open({});
  expect(notice()).toBeNull();
});

test('leaves an unverified address to its own hint', async () => {
  await open({}, false);
  expect(notice()).toBeNull();
});

test.each([
  ['bounce', 'Email to your address was returned'],
  ['dropped', 'no longer delivers to your address'],
  ['spamreport', 'reported as spam'],
  ['unsubscribe', 'You unsubscribed'],
] as const)('explains email stopped by %s, with the support address', async (reason, text) => {
  await open({ suppression: { reason, atMs: 1 } });
  expect((await shown()).textContent).toContain(text);
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:support@/);
});

test('links to the preferences while email is paused', async () => {
  await open({ preferences: { ...DEFAULT_PREFERENCES, cadence: 'paused', updatedAtMs: 1 } });
  expect((await shown()).textContent).toContain('Email is paused');
  expect(screen.getByRole('link', { name: 'Choose a frequency' }).getAttribute('href')).toBe(
    '/delivery#preferences',
  );
});
