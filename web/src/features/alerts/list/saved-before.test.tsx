import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as calls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
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
}

beforeEach(() => void vi.mocked(calls.confirmAddress).mockReset().mockResolvedValue());

test.each(['Keep', 'Delete'] as const)(
  'asks about alerts from before, to %s them',
  async (name) => {
    await open({ asksAboutAlerts: true, verifiedAtMs: 5 });
    const question = await screen.findByRole('region', { name: /keep or delete/ });
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
