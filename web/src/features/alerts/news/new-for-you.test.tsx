import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DAY_MS, type Delivery } from 'functions/contract';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { MemberDataContext } from '#shared/data/member/member-data-context.ts';
import type { MemberData } from '#shared/data/member/member-data.ts';
import { NewForYou } from './new-for-you.tsx';
import { UnreadCount } from './unread-count.tsx';

const NOW = Date.now();

const delivery = (number: number, daysAgo: number, count = 1): Delivery => ({
  id: `d${number}`,
  state: 'sent',
  atMs: NOW - daysAgo * DAY_MS,
  subject: '',
  code: null,
  alerts: [
    {
      alertId: 'a',
      keyword: 'OpenAI',
      count,
      episodes: [{ title: `Episode ${number}`, link: `https://a.example/${number}`, podcast: 'P' }],
    },
  ],
});

function page(data: MemberData, { isHome = true } = {}) {
  return (
    <MemoryRouter>
      <MemberDataContext value={data}>
        <a href="/alerts">
          My Alerts
          <UnreadCount isHome={isHome} />
        </a>
        {isHome && <NewForYou onKnown={onKnown} />}
      </MemberDataContext>
    </MemoryRouter>
  );
}

const onKnown = vi.fn();

function open(stock: Parameters<typeof fakeMemberData>[0]) {
  const fake = fakeMemberData({ alerts: [sampleAlert('OpenAI')], ...stock });
  const noteSeen = vi.spyOn(fake.data, 'noteSeen');
  const { rerender, unmount } = render(page(fake.data));
  const leave = () => rerender(page(fake.data, { isHome: false }));
  const comeBack = () => rerender(page(fake.data));
  return { ...fake, noteSeen, leave, comeBack, unmount };
}

const marked = () => screen.queryAllByText('New:').length;
const myAlerts = () => screen.getByRole('link', { name: /^My Alerts/ });

test('marks new matches by day, and links to the search of their alert', async () => {
  const { noteSeen } = open({
    person: { seenAtMs: NOW - 2.5 * DAY_MS },
    deliveries: [delivery(1, 0), delivery(2, 2, 5), delivery(3, 3)],
  });
  await screen.findByText(/^6 new since /);
  expect(marked()).toBe(2);
  const today = screen.getByRole('region', { name: 'Today' });
  expect(within(today).getByRole('link', { name: 'Episode 1' })).toHaveProperty(
    'href',
    'https://a.example/1',
  );
  expect(within(today).getByRole('link', { name: 'OpenAI' }).getAttribute('href')).toBe(
    '/?q=OpenAI',
  );
  expect(screen.getByText('4 more for')).toBeTruthy();
  expect(noteSeen).toHaveBeenCalledTimes(1);
  expect(onKnown).toHaveBeenLastCalledWith(true);
});

test('keeps matches marked during the visit and read elsewhere, with one write', async () => {
  const { noteSeen, leave, comeBack } = open({
    person: { seenAtMs: NOW - DAY_MS },
    deliveries: [delivery(1, 0), delivery(2, 0.5)],
  });
  await waitFor(() => expect(myAlerts().textContent).toBe('My Alerts2 new'));
  leave();
  await waitFor(() => expect(myAlerts().textContent).toBe('My Alerts'));
  comeBack();
  await waitFor(() => expect(marked()).toBe(2));
  expect(myAlerts().textContent).toBe('My Alerts2 new');
  expect(noteSeen).toHaveBeenCalledTimes(1);
});

test('shows matches that arrive while it is open', async () => {
  const { changeDeliveries } = open({ person: { seenAtMs: NOW }, deliveries: [delivery(1, 1)] });
  await screen.findByText(/^Nothing new since /);
  act(() => changeDeliveries([delivery(2, -0.001), delivery(1, 1)]));
  expect(await screen.findByText(/^1 new since /)).toBeTruthy();
});

test('shows pending matches, and not again once they are sent', async () => {
  const foundAtMs = NOW - DAY_MS / 24;
  const match = { title: 'Episode 1', link: 'https://a.example/1', podcast: 'P', foundAtMs };
  const { changePending, changeDeliveries, noteSeen } = open({
    person: { seenAtMs: NOW - DAY_MS },
    pending: [
      {
        alertId: 'id-OpenAI-0',
        matches: [{ key: 'k', pubDateMs: 5, ingestedAtMs: foundAtMs, ...match }],
        moreCount: 0,
      },
    ],
  });
  await screen.findByText(/^1 new since /);
  expect(marked()).toBe(1);
  expect(myAlerts().textContent).toContain('1 new');
  act(() => {
    changePending([]);
    const [alert] = delivery(1, 0).alerts;
    const episodes = [match];
    changeDeliveries([{ ...delivery(1, 0), alerts: [{ ...alert!, episodes }] }]);
  });
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Episode 1' })).toHaveLength(1));
  expect(marked()).toBe(1);
  expect(noteSeen).toHaveBeenCalledTimes(1);
});

test('writes nothing after a quick reload without new matches', async () => {
  const { noteSeen } = open({ person: { seenAtMs: NOW - 60_000 }, deliveries: [delivery(1, 1)] });
  await screen.findByText(/^Nothing new since /);
  expect(noteSeen).not.toHaveBeenCalled();
});

test('shows all unread matches, and read matches on demand', async () => {
  const deliveries = Array.from({ length: 30 }, (_, at) => delivery(at, at / 10));
  open({ person: { seenAtMs: NOW - 2.45 * DAY_MS }, deliveries });
  await waitFor(() => expect(marked()).toBe(25));
  await userEvent.click(screen.getByRole('button', { name: 'Show 5 more' }));
  expect(screen.getAllByRole('link', { name: /^Episode/ })).toHaveLength(30);
});

test('reads more deliveries only if all are unread', async () => {
  const deliveries = Array.from({ length: 60 }, (_, at) => delivery(at, at / 20));
  open({ person: { seenAtMs: NOW - 2.5 * DAY_MS }, deliveries });
  await waitFor(() => expect(marked()).toBe(50));
});

test('reports that there are no matches yet; renders nothing without alerts', async () => {
  const { unmount } = open({});
  expect(await screen.findByText(/^No matches yet\./)).toBeTruthy();
  unmount();
  open({ alerts: [], deliveries: [delivery(1, 0)] });
  await waitFor(() => expect(onKnown).toHaveBeenLastCalledWith(false));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('reports news that cannot be loaded', async () => {
  const { breakDown } = open({});
  await screen.findByText(/^No matches yet\./);
  act(() => breakDown());
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be loaded');
});
