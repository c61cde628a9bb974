import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { AlertsPage } from '#features/alerts/list/alerts-page.tsx';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';

vi.mock('#shared/data/account-calls.ts');
const changeChannel = vi.mocked(accountCalls.changeChannel);

beforeEach(() => {
  changeChannel.mockReset();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
});

const ID = 'a'.repeat(20);
const channel = (change: Partial<Channel> = {}): Channel => ({
  id: ID,
  kind: 'webhook',
  name: 'My server',
  host: 'hooks.example',
  alerts: 'all',
  state: 'on',
  createdAtMs: Date.UTC(2026, 10, 20, 12),
  ...change,
});
const alerts = ['001', '002'].map((id) => ({ ...sampleAlert(`keyword ${id}`), id }));

/** Opens the settings of both alerts. */
async function open(...channels: Channel[]) {
  const member = fakeMemberData({ alerts, channels });
  renderForMember(<AlertsPage />, member.data);
  for (const { keyword } of alerts) {
    await userEvent.click(await screen.findByRole('button', { name: keyword }));
    await userEvent.click(screen.getByRole('button', { name: `Settings of ${keyword}` }));
  }
  return member;
}

const settings = (alert: string) =>
  within(screen.getByRole('group', { name: `Settings of keyword ${alert}` }));
const box = (alert: string, destination: string) =>
  settings(alert).getByRole<HTMLInputElement>('checkbox', { name: destination });

test('switches the email of an alert, and links to channels if there are none', async () => {
  await open();
  await userEvent.click(box('001', 'Email'));
  await waitFor(() => expect(box('001', 'Email').checked).toBe(false));
  expect(box('002', 'Email').checked).toBe(true);
  const [link] = screen.getAllByRole('link', { name: 'Add Slack, a feed…' });
  expect(link!.getAttribute('href')).toBe('/delivery#channels');
});

test('sends ticks of several alerts sequentially, each with the previous ticks', async () => {
  const { changeChannels } = await open(channel());
  expect(screen.queryByRole('link', { name: 'Add Slack, a feed…' })).toBeNull();
  const answers: (() => void)[] = [];
  changeChannel.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  await userEvent.click(box('001', 'My server'));
  expect(box('001', 'My server').checked).toBe(false);
  expect(box('002', 'My server').checked).toBe(true);
  await userEvent.click(box('001', 'My server'));
  await waitFor(() => expect(changeChannel).toHaveBeenCalledOnce());
  expect(changeChannel).toHaveBeenLastCalledWith({ channelId: ID, alerts: ['002'] });
  await userEvent.click(box('002', 'My server'));
  await act(() => Promise.resolve(answers[0]?.()));
  await waitFor(() => expect(changeChannel).toHaveBeenCalledTimes(2));
  expect(changeChannel).toHaveBeenLastCalledWith({ channelId: ID, alerts: ['001'] });
  await act(() => Promise.resolve(answers[1]?.()));
  act(() => changeChannels([channel({ alerts: ['001'] })]));
  expect(box('001', 'My server').checked).toBe(true);
  expect(box('002', 'My server').checked).toBe(false);
  // Changes from another tab are shown.
  act(() => changeChannels([channel({ alerts: ['002'], state: 'off' })]));
  expect(box('001', 'My server off').checked).toBe(false);
});

test('undoes a refused tick, and keeps the last alert of a channel', async () => {
  await open(channel({ alerts: ['001'] }));
  await userEvent.click(box('001', 'My server'));
  expect(settings('001').getByRole('alert').textContent).toContain('needs at least one alert');
  changeChannel.mockRejectedValueOnce(new Error('no'));
  await userEvent.click(box('002', 'My server'));
  await waitFor(() => expect(box('002', 'My server').checked).toBe(false));
  expect(settings('002').getByRole('alert').textContent).toBe('Failed to save. Please try again.');
});
