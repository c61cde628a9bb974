import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel } from 'functions/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { isThisBrowser } from '#shared/page/push-subscription.ts';
import { stubPush } from '#shared/page/testing/stub-push.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { DeliveryPage } from './delivery-page.tsx';

vi.mock('#shared/data/account-calls.ts');
const calls = vi.mocked(accountCalls);

beforeEach(() => {
  localStorage.clear();
  for (const call of Object.values(calls)) call.mockReset();
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
const alerts = ['001', '002'].map((id) => ({ ...sampleAlert(`keyword ${id}`), id }));

async function open(stock: Parameters<typeof fakeMemberData>[0] = {}) {
  const member = fakeMemberData({ alerts, ...stock });
  const page = renderForMember(<DeliveryPage />, member.data);
  await screen.findByRole('heading', { name: /^Your channels/ });
  return { ...member, ...page };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));

test('adds a private feed and shows its addresses once', async () => {
  const feed = { rss: 'https://e.example/feeds/x.xml', json: 'https://e.example/feeds/x.json' };
  calls.createChannel.mockResolvedValueOnce({ kind: 'created', channelId: ID, feed });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  const { changeChannels } = await open();
  await press('Add a channel');
  expect(screen.queryByLabelText(/address/i)).toBeNull();
  await press('Add Private feed');
  const asked = { kind: 'feed', name: 'Private feed', alerts: 'all' };
  expect(calls.createChannel).toHaveBeenCalledExactlyOnceWith(asked);
  const box = await screen.findByRole('region', { name: '“Private feed” added.' });
  expect(document.activeElement).toBe(box);
  expect(box.textContent).toContain('shown only once');
  await userEvent.click(within(box).getByRole('button', { name: /^Copy RSS/ }));
  expect(copied).toHaveBeenCalledExactlyOnceWith(feed.rss);
  expect(screen.getByDisplayValue(feed.json)).toBeDefined();
  act(() => changeChannels([channel({ kind: 'feed', name: 'Private feed', host: '' })]));
  await press('Done');
  expect(document.documentElement.innerHTML).not.toContain('/feeds/x.');
  expect(screen.getByText('nothing in it yet')).toBeDefined();
});

test('clears a secret when the page is left, even into the bfcache', async () => {
  calls.createChannel.mockResolvedValueOnce({ kind: 'created', channelId: ID, secret: 'whsec_x' });
  await open();
  await press('Add a channel');
  await userEvent.click(screen.getByRole('radio', { name: /^Webhook/ }));
  expect(button('Add Webhook')).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example/a');
  await userEvent.type(screen.getByLabelText('Name'), 'Mine');
  await userEvent.click(screen.getByRole('radio', { name: 'Choose alerts' }));
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

test('makes the address of a Telegram bot from its token and a chat', async () => {
  calls.createChannel.mockResolvedValueOnce({ kind: 'created', channelId: ID });
  await open();
  await press('Add a channel');
  await userEvent.click(screen.getByRole('radio', { name: /^Telegram/ }));
  await userEvent.type(screen.getByLabelText('Bot token'), ' 4200042:AAE ');
  expect(button('Add Telegram')).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Chat'), '@ledgers');
  await press('Add Telegram');
  expect(calls.createChannel).toHaveBeenCalledExactlyOnceWith({
    kind: 'telegram',
    name: 'Telegram',
    url: 'https://api.telegram.org/bot4200042:AAE/sendMessage?chat_id=%40ledgers',
    alerts: 'all',
  });
  expect(await screen.findByText(/^“Telegram” added/)).toBeDefined();
});

test('shows why the server refuses an address, and keeps the typed text', async () => {
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
  [channel(), 'nothing sent yet'],
  [channel({ deliveredAtMs: NOV_20 }), 'last message Nov 20, 2026'],
  [
    channel({ failingSinceMs: NOV_20, failure: 'It answered with 500.' }),
    'Failing since Nov 20, 2026. It answered with 500.',
  ],
  [channel({ state: 'off' }), 'Switched off'],
  [channel({ state: 'gone' }), /^Switched off: .+ says this address no longer exists\.$/],
  [
    channel({ kind: 'telegram', state: 'gone', failure: 'You blocked the bot.' }),
    'Switched off. You blocked the bot.',
  ],
  [
    channel({ state: 'failing', failure: 'It did not answer.' }),
    'Switched off because nothing could be delivered for days. It did not answer.',
  ],
])('shows the state of a channel: %#', async (stored, text) => {
  await open({ channels: [stored] });
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Switch/ })).toBeNull();
  await press('My server');
  expect(button(/^Switch/).textContent).toContain(
    stored.state === 'on' ? 'Switch off' : 'Switch on',
  );
});

test('tests, switches, replaces and deletes a channel', async () => {
  const { changeChannels } = await open({ channels: [channel()] });
  await press('My server');
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
  const said = await screen.findByText('“My server” deleted.');
  act(() => changeChannels([]));
  expect(document.activeElement).toBe(said);
  await press('Add a channel');
  expect(document.activeElement).toBe(screen.getByRole('form'));
  await press('Cancel');
  expect(document.activeElement).toBe(button('Add a channel'));
});

test('changes the alerts of a channel to some, or to all including later alerts', async () => {
  const { changeChannels } = await open({ channels: [channel()] });
  await press('My server');
  await press(/^Choose alerts/);
  const form = screen.getByRole('form', { name: 'Alerts of My server' });
  expect(document.activeElement).toBe(form);
  await press('Cancel');
  expect(document.activeElement).toBe(button(/^Choose alerts/));
  await press(/^Choose alerts/);
  await userEvent.click(screen.getByRole('radio', { name: 'Choose alerts' }));
  expect(button('Save')).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('checkbox', { name: /002/ }));
  calls.changeChannel.mockResolvedValueOnce();
  await press('Save');
  expect(calls.changeChannel).toHaveBeenLastCalledWith({ channelId: ID, alerts: ['002'] });
  act(() => changeChannels([channel({ alerts: ['002', '009'] })]));
  expect(screen.getByText('1 alert')).toBeDefined();
  await press(/^Choose alerts/);
  // The id of a deleted alert is not selected.
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: /^All/ }));
  calls.changeChannel.mockResolvedValueOnce();
  await press('Save');
  expect(calls.changeChannel).toHaveBeenLastCalledWith({ channelId: ID, alerts: 'all' });
});

test('sorts failing channels first, and keeps the order while the page is open', async () => {
  const failing = channel({ id: 'b'.repeat(20), name: 'Other', state: 'failing' });
  const { changeChannels } = await open({ channels: [channel(), failing] });
  const names = () =>
    screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent.trim());
  expect(names()).toEqual(['Other', 'My server']);
  act(() => changeChannels([channel(), { ...failing, state: 'on' }]));
  expect(names()).toEqual(['Other', 'My server']);
  const added = channel({ id: 'c'.repeat(20), name: 'New' });
  act(() => changeChannels([added, channel(), failing]));
  expect(names()).toEqual(['New', 'Other', 'My server']);
});

test('reports channels that cannot be loaded', async () => {
  const { breakDown } = await open();
  act(breakDown);
  expect(await screen.findByText('Your channels cannot be loaded right now.')).toBeDefined();
  expect(screen.getByText('Your alert history cannot be loaded right now.')).toBeDefined();
});

describe('this browser', () => {
  afterEach(() => vi.unstubAllGlobals());

  async function choose(stub: Parameters<typeof stubPush>[0] = {}) {
    const push = stubPush(stub);
    calls.pushKey.mockResolvedValue('BKey');
    await open();
    await press('Add a channel');
    expect(push.requestPermission).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('radio', { name: /^This browser/ }));
    return push;
  }

  test('subscribes at a press, and is unsubscribed when its channel is deleted', async () => {
    const { subscribe, next, requestPermission } = await choose();
    expect(requestPermission).not.toHaveBeenCalled();
    calls.createChannel.mockResolvedValueOnce({ kind: 'created', channelId: ID });
    await userEvent.type(screen.getByLabelText('Name'), 'My phone');
    await press(/^Add/);
    expect(await screen.findByText(/^“My phone” added/)).toBeDefined();
    expect(subscribe).toHaveBeenCalledOnce();
    expect(calls.createChannel).toHaveBeenCalledExactlyOnceWith({
      kind: 'push',
      name: 'My phone',
      url: 'https://push.example/send/1',
      keys: { p256dh: 'p', auth: 'a' },
      alerts: 'all',
    });
    expect(isThisBrowser(ID)).toBe(true);
    expect(next.unsubscribe).not.toHaveBeenCalled();
  });

  test('ends the subscription when the channel of this browser is deleted', async () => {
    const { former } = stubPush({ isSubscribed: true });
    localStorage.setItem('earshot.push-channel', ID);
    const others = channel({
      id: 'b'.repeat(20),
      kind: 'push',
      name: 'Phone',
      host: 'fcm.example',
    });
    await open({ channels: [channel({ kind: 'push', name: 'Laptop' }), others] });
    expect(screen.getAllByText('This browser')).toHaveLength(1);
    expect(screen.queryByText('fcm.example')).toBeNull();
    calls.deleteChannel.mockResolvedValue();
    for (const [name, count] of [
      ['Phone', 0],
      ['Laptop', 1],
    ] as const) {
      await press(name);
      await press(/^Delete/);
      const question = screen.getByRole('group', { name: /cannot be undone/ });
      await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
      expect(await screen.findByText(`“${name}” deleted.`)).toBeDefined();
      expect(former.unsubscribe).toHaveBeenCalledTimes(count);
      await press(name);
    }
  });

  test.each([
    [{ answer: 'denied' as const }, /not allowed/],
    [{ answer: 'granted' as const }, 'You have reached the limit.'],
  ])('adds nothing and stays unsubscribed: %j', async (stub, said) => {
    const { next } = await choose(stub);
    const message = 'You have reached the limit.';
    calls.createChannel.mockResolvedValueOnce({ kind: 'refused', message });
    await press(/^Add/);
    expect((await screen.findByRole('alert')).textContent).toMatch(said);
    expect(next.unsubscribe).toHaveBeenCalledTimes(stub.answer === 'granted' ? 1 : 0);
    expect(isThisBrowser(ID)).toBe(false);
  });

  test('cannot be added while it blocks notifications, and says what to do', async () => {
    await choose({ permission: 'denied' });
    expect(screen.getByText(/This browser blocks notifications/)).toBeDefined();
    expect(button(/^Add/)).toHaveProperty('disabled', true);
  });
});
