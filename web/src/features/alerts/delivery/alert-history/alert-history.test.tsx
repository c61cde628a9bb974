import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel, Delivery } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { AlertHistory } from './alert-history.tsx';

vi.mock('#shared/data/account-calls.ts');

function delivery(number: number, change: Partial<Delivery> = {}): Delivery {
  return {
    id: `d${number}`,
    state: 'sent',
    atMs: new Date(2026, 10, 20, 8, number).getTime(),
    subject: `Digest ${number}`,
    code: null,
    alerts: [],
    ...change,
  };
}

function open(deliveries: Delivery[]) {
  const fake = fakeMemberData({ deliveries });
  renderForMember(<AlertHistory />, fake.data);
  return fake;
}

const rows = () => screen.queryAllByText(/^Digest \d+$/).map((row) => row.textContent);
const more = () => screen.queryByRole('button', { name: 'Show more' });

/** Matches a paragraph by its whole text, which spans several elements. */
const sentence = (text: RegExp) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && text.test(element.textContent);

test('shows an empty history', async () => {
  open([]);
  expect(await screen.findByText('Nothing sent yet')).toBeTruthy();
  expect(more()).toBeNull();
});

test('shows ten deliveries, and ten more per click until the end', async () => {
  open(Array.from({ length: 21 }, (_, number) => delivery(number)));
  await screen.findByText('Digest 0');
  expect(rows()).toHaveLength(10);
  await userEvent.click(more()!);
  await screen.findByText('Digest 19');
  expect(rows()).toHaveLength(20);
  await userEvent.click(more()!);
  await screen.findByText('Digest 20');
  expect(rows()).toHaveLength(21);
  expect(more()).toBeNull();
});

test('offers no more if there are exactly ten', async () => {
  open(Array.from({ length: 10 }, (_, number) => delivery(number)));
  await screen.findByText('Digest 9');
  expect(more()).toBeNull();
});

test('names an alert without its excluded terms, which follow beside it', async () => {
  const matched = { count: 1, episodes: [] };
  open([
    delivery(1, {
      alerts: [
        { alertId: 'a', keyword: 'openai -sponsor', language: 1, ...matched },
        { alertId: 'b', keyword: '-5', ...matched },
      ],
    }),
  ]);
  expect(await screen.findByText('Without sponsor.')).toBeTruthy();
  expect(screen.getByText('openai (1), -5 (1)')).toBeTruthy();
  expect(screen.queryByText(/openai -sponsor/)).toBeNull();
});

test('lists the keywords of an email with their counts and first episodes', async () => {
  const episode = { title: 'On scaling', link: 'https://shows.example/1', podcast: 'Sounds' };
  const alerts = [
    { alertId: 'a', keyword: 'OpenAI', count: 3, episodes: [episode] },
    {
      alertId: 'b',
      keyword: 'a16z',
      spoken: false as const,
      count: 1,
      episodes: [{ ...episode, title: 'On money' }],
    },
  ];
  open([delivery(1, { alerts })]);
  expect(
    (await screen.findByText('OpenAI (3), a16z, notes only (1)')).closest('summary'),
  ).not.toBeNull();
  const time = screen.getByText(/^Nov 20, 2026, 8:01\sAM$/u);
  expect(time.parentElement?.textContent).toMatch(/^Sent Nov/);
  const link = screen.getByRole('link', { name: 'On scaling', hidden: true });
  expect(link.getAttribute('href')).toBe('https://shows.example/1');
  expect(link.closest('dd')?.textContent).toBe('On scaling, Sounds');
  const [openAi, a16z] = [...document.querySelectorAll('dl > div')] as HTMLElement[];
  expect(within(openAi!).getByText('and 2 more')).toBeTruthy();
  expect(within(a16z!).queryByText(/more/)).toBeNull();
});

test('explains why an email was not sent', async () => {
  open([
    delivery(2, { state: 'failed', code: 'gave-up' }),
    delivery(1, { state: 'cancelled', code: 'paused' }),
  ]);
  await screen.findByText('Digest 2');
  const lines = screen.getAllByText(sentence(/^Not sent/)).map((line) => line.textContent);
  expect(lines[0]).toMatch(
    /The mail service could not be reached for a whole day\. The episodes will be in the next email\.$/,
  );
  expect(lines[1]).toMatch(/You had paused email\.$/);
});

test('reports a history that cannot be read', async () => {
  open([]).breakDown();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your alert history cannot be loaded right now.',
  );
});

const server: Channel = {
  id: 'a'.repeat(20),
  kind: 'webhook',
  name: 'My server',
  host: 'hooks.example',
  alerts: 'all',
  state: 'on',
  createdAtMs: 0,
};
const to = ({ id, kind, name }: Channel) => ({ channel: { id, kind, name } });
const gone: Channel = { ...server, id: 'b'.repeat(20), name: 'Old server', state: 'gone' };

test('shows and filters channel messages with the service’s answer', async () => {
  const { data } = fakeMemberData({
    channels: [server, gone],
    deliveries: [
      delivery(1, { ...to(server), answer: { status: 204, tookMs: 312 } }),
      delivery(2),
      delivery(3, { ...to(server), state: 'failed', code: 'status-503' }),
      delivery(4, { ...to(gone), state: 'failed', code: 'gone' }),
    ],
  });
  renderForMember(<AlertHistory />, data);
  expect(
    await screen.findByText(sentence(/^My server: Sent .*, answered 204 in 0\.3 s$/)),
  ).toBeDefined();
  expect(
    screen.getByText(sentence(/^My server: Not sent, .*\. The service answered with error 503\./)),
  ).toBeDefined();
  const filter = screen.getByRole('combobox', { name: 'Sent to' });
  await userEvent.selectOptions(filter, 'Email');
  expect(rows()).toEqual(['Digest 2']);
  await userEvent.selectOptions(filter, 'My server');
  expect(rows()).toEqual(['Digest 1', 'Digest 3']);
  await userEvent.selectOptions(filter, 'All');
  expect(rows()).toHaveLength(4);
});

test('reports how many deliveries it has filtered, and reads more on demand', async () => {
  const { data } = fakeMemberData({
    channels: [server, gone],
    deliveries: Array.from({ length: 70 }, (_, number) =>
      delivery(number, number === 1 || number === 60 ? to(server) : {}),
    ),
  });
  renderForMember(<AlertHistory />, data);
  const filter = await screen.findByRole('combobox', { name: 'Sent to' });
  await userEvent.selectOptions(filter, 'My server');
  expect(await screen.findByText('1 of the newest 50 entries.')).toBeDefined();
  expect(rows()).toEqual(['Digest 1']);
  await userEvent.click(screen.getByRole('button', { name: 'Search 50 more' }));
  expect(await screen.findByText('Digest 60')).toBeDefined();
  expect(screen.queryByText(/of the newest/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Search 50 more' })).toBeNull();
  await userEvent.selectOptions(filter, 'Old server');
  expect(await screen.findByText('None of the newest 50 entries.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Search 50 more' }));
  expect(await screen.findByText('No entry for this channel.')).toBeDefined();
  await userEvent.selectOptions(filter, 'All');
  expect(rows()).toHaveLength(10);
  expect(more()).not.toBeNull();
});

test('resends a failed message if its channel is on', async () => {
  const { data } = fakeMemberData({
    channels: [server, gone],
    deliveries: [
      delivery(3, { ...to(server), state: 'failed', code: 'status-503' }),
      delivery(4, { ...to(gone), state: 'failed', code: 'gone' }),
      delivery(5, { state: 'failed', code: 'bounce' }),
    ],
  });
  renderForMember(<AlertHistory />, data);
  const again = await screen.findByRole('button', { name: /^Send again/ });
  expect(again.textContent).toBe('Send again: Digest 3');
  const { resendDelivery } = vi.mocked(accountCalls);
  resendDelivery.mockRejectedValueOnce(new Error('no'));
  await userEvent.click(again);
  expect((await screen.findByRole('alert')).textContent).toContain('Could not send it again');
  resendDelivery.mockResolvedValueOnce();
  await userEvent.click(screen.getByRole('button', { name: /^Send again/ }));
  expect(await screen.findByText('Sending it again.')).toBeDefined();
  expect(resendDelivery).toHaveBeenLastCalledWith('d3');
});
