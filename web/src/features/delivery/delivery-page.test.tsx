import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ApiKey, Channel } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/member/account-calls.ts';
import { fakeMemberData, sampleAlert } from '#shared/member/data/fake-member-data.ts';
import { renderForMember } from '#shared/member/render-for-member.tsx';
import { DeliveryPage } from './delivery-page.tsx';

vi.mock('#shared/member/account-calls.ts');
const calls = vi.mocked(accountCalls);
let isWide = true;

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  isWide = true;
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const NOV_20 = Date.UTC(2026, 10, 20, 12);
const ID = 'a'.repeat(20);

const channel = (change: Partial<Channel> = {}): Channel => ({
  id: ID,
  kind: 'webhook',
  name: 'My server',
  host: 'hooks.example',
  alerts: 'all',
  state: 'on',
  createdAtMs: NOV_20,
  ...change,
});
const key = (change: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k'.repeat(20),
  name: 'Assistant',
  start: 'es_abcd',
  scopes: ['read'],
  createdAtMs: NOV_20,
  ...change,
});
const alerts = ['001', '002'].map((id) => ({ ...sampleAlert(`keyword ${id}`), id }));

async function open(stock: Parameters<typeof fakeMemberData>[0] = {}) {
  const member = fakeMemberData({ alerts, ...stock });
  const page = renderForMember(<DeliveryPage />, member.data);
  await screen.findByRole('heading', { name: /^Your channels/ });
  return { ...member, ...page };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('adds a private feed, and tells its addresses once', async () => {
  const feed = { rss: 'https://e.example/feeds/x.xml', json: 'https://e.example/feeds/x.json' };
  calls.createChannel.mockResolvedValueOnce({ kind: 'created', channelId: ID, feed });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  const { changeChannels } = await open();
  await press('Add a channel');
  expect(screen.queryByLabelText(/address/i)).toBeNull();
  await press('Add Private feed');
  const asked = { kind: 'feed', name: 'Private feed', alerts: 'all' };
  expect(calls.createChannel).toHaveBeenCalledExactlyOnceWith(asked);
  const box = await screen.findByRole('region', { name: '“Private feed” is added.' });
  expect(document.activeElement).toBe(box);
  expect(box.textContent).toContain('shown this once');
  await userEvent.click(within(box).getByRole('button', { name: /^Copy RSS/ }));
  expect(copied).toHaveBeenCalledExactlyOnceWith(feed.rss);
  expect(screen.getByDisplayValue(feed.json)).toBeDefined();
  act(() => changeChannels([channel({ kind: 'feed', name: 'Private feed', host: '' })]));
  await press('Done');
  expect(document.documentElement.innerHTML).not.toContain('/feeds/x.');
  expect(screen.getByText('Nothing in it yet.')).toBeDefined();
});

test('forgets a secret when the page is left, though the browser may keep the page', async () => {
  calls.createChannel.mockResolvedValueOnce({ kind: 'created', channelId: ID, secret: 'whsec_x' });
  await open();
  await press('Add a channel');
  await userEvent.click(screen.getByRole('radio', { name: /^Webhook/ }));
  expect(button('Add Webhook')).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example/a');
  await userEvent.type(screen.getByLabelText('Name'), 'Mine');
  await userEvent.click(screen.getByRole('radio', { name: 'Only some' }));
  expect(button('Add Webhook')).toHaveProperty('disabled', true);
  await userEvent.click(within(screen.getByRole('form')).getByRole('checkbox', { name: /002/ }));
  await press('Add Webhook');
  expect(calls.createChannel).toHaveBeenCalledExactlyOnceWith({
    kind: 'webhook',
    name: 'Mine',
    url: 'https://hooks.example/a',
    alerts: ['002'],
  });
  expect(await screen.findByDisplayValue('whsec_x')).toBeDefined();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(screen.queryByDisplayValue('whsec_x')).toBeNull();
});

test('says why the server refuses an address, and keeps what was typed', async () => {
  const message = 'This address is in a private network.';
  calls.createChannel.mockResolvedValueOnce({ kind: 'refused', message });
  await open();
  await press('Add a channel');
  await userEvent.click(screen.getByRole('radio', { name: /^Slack/ }));
  await userEvent.type(screen.getByLabelText('Webhook address'), 'https://10.0.0.1/');
  await press('Add Slack');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByDisplayValue('https://10.0.0.1/')).toBeDefined();
});

test.each([
  [channel(), 'Nothing sent yet.'],
  [channel({ deliveredAtMs: NOV_20 }), 'Last message Nov 20, 2026.'],
  [
    channel({ failingSinceMs: NOV_20, failure: 'It answered with 500.' }),
    'Failing since Nov 20, 2026. It answered with 500.',
  ],
  [channel({ state: 'off' }), 'Switched off. Nothing sent yet.'],
  [channel({ state: 'gone' }), 'Switched off: its server answered that it is gone.'],
  [
    channel({ state: 'failing', failure: 'It did not answer.' }),
    'Switched off after days of failures. It did not answer.',
  ],
])('says what becomes of a channel: %#', async (stored, text) => {
  await open({ channels: [stored] });
  expect(screen.getByText(text)).toBeDefined();
  expect(button(/^Switch/).textContent).toContain(
    stored.state === 'on' ? 'Switch off' : 'Switch on',
  );
});

test('tests, switches, replaces and deletes a channel', async () => {
  const { changeChannels } = await open({ channels: [channel()] });
  calls.testChannel.mockResolvedValueOnce({
    isAccepted: true,
    status: 204,
    message: 'It took it.',
  });
  await press(/^Send test/);
  expect(await screen.findByText('It took it.')).toBeDefined();
  calls.testChannel.mockResolvedValueOnce({ isAccepted: false, status: 500, message: 'It broke.' });
  await press(/^Send test/);
  expect((await screen.findByRole('alert')).textContent).toBe('It broke.');
  calls.changeChannel.mockResolvedValueOnce();
  await press(/^Switch off/);
  expect(calls.changeChannel).toHaveBeenCalledExactlyOnceWith({ channelId: ID, isOn: false });
  await press(/^Rename/);
  await userEvent.clear(screen.getByLabelText('New name'));
  await userEvent.type(screen.getByLabelText('New name'), ' Mine ');
  calls.changeChannel.mockResolvedValueOnce();
  await press('Rename');
  expect(calls.changeChannel).toHaveBeenLastCalledWith({ channelId: ID, name: 'Mine' });
  await press(/^New secret/);
  expect(calls.replaceSecret).not.toHaveBeenCalled();
  calls.replaceSecret.mockResolvedValueOnce({ kind: 'created', channelId: ID, secret: 'whsec_y' });
  await press('Make a new secret');
  expect(await screen.findByDisplayValue('whsec_y')).toBeDefined();
  await press(/^Delete/);
  await press('Cancel');
  expect(document.activeElement).toBe(button(/^Delete/));
  await press(/^Delete/);
  calls.deleteChannel.mockResolvedValueOnce();
  const question = screen.getByRole('group', { name: /cannot be undone/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(calls.deleteChannel).toHaveBeenCalledExactlyOnceWith(ID);
  const said = await screen.findByText('“My server” is deleted.');
  act(() => changeChannels([]));
  expect(document.activeElement).toBe(said);
  await press('Add a channel');
  expect(document.activeElement).toBe(screen.getByRole('form'));
  await press('Cancel');
  expect(document.activeElement).toBe(button('Add a channel'));
});

test('the table ticks email and channels, at once and one call after the other', async () => {
  const { changeChannels } = await open({ channels: [channel()] });
  await userEvent.click(box('keyword 001: Email'));
  await waitFor(() => expect(box('keyword 001: Email').checked).toBe(false));
  expect(box('keyword 002: Email').checked).toBe(true);
  const answers: (() => void)[] = [];
  calls.changeChannel.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  expect(box('All alerts: My server').checked).toBe(true);
  await userEvent.click(box('keyword 001: My server'));
  expect(box('keyword 001: My server').checked).toBe(false);
  expect(box('All alerts: My server').checked).toBe(false);
  await userEvent.click(box('keyword 001: My server'));
  await waitFor(() => expect(calls.changeChannel).toHaveBeenCalledOnce());
  expect(calls.changeChannel).toHaveBeenLastCalledWith({ channelId: ID, alerts: ['002'] });
  await act(() => Promise.resolve(answers[0]?.()));
  await waitFor(() => expect(calls.changeChannel).toHaveBeenCalledTimes(2));
  expect(calls.changeChannel).toHaveBeenLastCalledWith({ channelId: ID, alerts: ['001', '002'] });
  await act(() => Promise.resolve(answers[1]?.()));
  act(() => changeChannels([channel({ alerts: ['001', '002'] })]));
  expect(box('keyword 001: My server').checked).toBe(true);
  // What another tab changes shows.
  act(() => changeChannels([channel({ alerts: ['002'] })]));
  expect(box('keyword 001: My server').checked).toBe(false);
});

test('a tick that the server refuses is taken back; the last alert of a channel stays', async () => {
  await open({ channels: [channel({ alerts: ['001'] })] });
  await userEvent.click(box('keyword 001: My server'));
  expect((await screen.findByRole('alert')).textContent).toContain('needs one alert at least');
  calls.changeChannel.mockRejectedValueOnce(new Error('no'));
  await userEvent.click(box('keyword 002: My server'));
  await waitFor(() => expect(box('keyword 002: My server').checked).toBe(false));
  expect(screen.getByRole('alert').textContent).toBe('Failed to save that. Please try again.');
});

test('on a phone each alert says where it goes, and opens to be changed', async () => {
  isWide = false;
  await open({ channels: [channel({ alerts: ['001'] })] });
  expect(screen.queryByRole('table')).toBeNull();
  await press(/^keyword 001 ?Email, My server$/);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Email' }));
  expect(button(/^keyword 001 ?My server$/)).toBeDefined();
  expect(button(/^keyword 002 ?Email$/)).toBeDefined();
});

test('makes a key, tells it once, and revokes it', async () => {
  const { changeKeys, unmount } = await open();
  await press('Make a key');
  await userEvent.type(screen.getByLabelText('Name'), ' Assistant ');
  await userEvent.click(screen.getByRole('checkbox', { name: /^List, add/ }));
  calls.createKey.mockResolvedValueOnce({ kind: 'created', keyId: key().id, key: 'es_secret' });
  await press('Make a key');
  const scopes = ['read', 'alerts'];
  expect(calls.createKey).toHaveBeenCalledExactlyOnceWith({ name: 'Assistant', scopes });
  expect(await screen.findByDisplayValue('es_secret')).toBeDefined();
  act(() => changeKeys([key(), key({ id: 'm'.repeat(20), name: 'Other', lastUsedAtMs: NOV_20 })]));
  expect(screen.getByText('made Nov 20, 2026, never used')).toBeDefined();
  expect(screen.getByText('made Nov 20, 2026, last used Nov 20, 2026')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull();
  await press('Revoke (Assistant)');
  calls.revokeKey.mockResolvedValueOnce();
  await press('Revoke');
  expect(calls.revokeKey).toHaveBeenCalledExactlyOnceWith(key().id);
  expect(screen.queryByDisplayValue('es_secret')).toBeNull();
  unmount();
});

test('says when the channels cannot be loaded', async () => {
  const { breakDown } = await open();
  act(breakDown);
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be loaded');
});
