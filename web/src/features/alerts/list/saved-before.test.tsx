import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as calls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { noteSignedUp } from '#shared/data/session/signed-up-here.ts';
import { SavedBefore } from './saved-before.tsx';

vi.mock('#shared/data/account-calls.ts');

const alert = (keyword: string, createdAtMs: number) => ({
  id: keyword.slice(0, 3),
  keyword,
  createdAtMs,
  pending: false,
});

const ALERTS = [alert('later', 9), alert('openai', 4), alert('a16z', 5)];

async function open(person: { asksAboutAlerts: boolean; verifiedAtMs: number | null }) {
  const { data } = fakeMemberData({ alerts: ALERTS, person });
  renderForMember(<SavedBefore />, data);
  await Promise.resolve();
  return data;
}

afterEach(() => {
  localStorage.clear();
});

beforeEach(() => void vi.mocked(calls.confirmAddress).mockReset().mockResolvedValue());

test.each(['Keep', 'Delete'] as const)(
  'asks about alerts from before, to %s them',
  async (name) => {
    await open({ asksAboutAlerts: true, verifiedAtMs: 5 });
    const question = await screen.findByRole('region', { name: 'Did you save these alerts?' });
    expect(question.textContent).toContain('“openai”, “a16z”');
    expect(question.textContent).not.toContain('later');
    await userEvent.click(screen.getByRole('button', { name }));
    expect(calls.confirmAddress).toHaveBeenCalledWith(name.toLowerCase());
  },
);

test.each([
  { asksAboutAlerts: false, verifiedAtMs: 5 },
  { asksAboutAlerts: true, verifiedAtMs: 3 },
  { asksAboutAlerts: true, verifiedAtMs: null },
])('asks nothing with %j', async (person) => {
  await open(person);
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('restores deleted alerts', async () => {
  const data = await open({ asksAboutAlerts: true, verifiedAtMs: 5 });
  const restore = vi.spyOn(data, 'restoreAlert').mockResolvedValue();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('Deleted: “openai”, “a16z”');
  restore.mockRejectedValueOnce(new Error('denied'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Failed to undo. Please try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(screen.queryByText(/^Deleted/)).toBeNull());
  expect(restore.mock.calls.map(([{ keyword }]) => keyword)).toEqual(['openai', 'openai', 'a16z']);
});

test('asks nothing in the browser that created the account, and keeps the alerts', async () => {
  const session = vi.spyOn(sessionStore, 'getSession').mockReturnValue({
    status: 'signed-in',
    user: {
      uid: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      createdAtMs: 1,
      providers: ['password'],
    },
  });
  noteSignedUp('ada');
  await open({ asksAboutAlerts: true, verifiedAtMs: 5 });
  await vi.waitFor(() => expect(calls.confirmAddress).toHaveBeenCalledWith('keep'));
  expect(screen.queryByRole('button')).toBeNull();
  noteSignedUp('another');
  await open({ asksAboutAlerts: true, verifiedAtMs: 5 });
  await screen.findByRole('button', { name: 'Delete' });
  session.mockRestore();
});
