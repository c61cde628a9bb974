import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Trend } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/member/account-calls.ts';
import { fakeMemberData, sampleAlert } from '#shared/member/data/fake-member-data.ts';
import { renderForMember } from '#shared/member/render-for-member.tsx';
import { AlertsPage } from './alerts-page.tsx';

vi.mock('#shared/member/account-calls.ts');
const alertTrends = vi.mocked(accountCalls.alertTrends);

function trendOf(aDay: number): Trend {
  return { lastDay: Date.UTC(2026, 10, 25), days: Array<number>(35).fill(aDay), shows: [] };
}

/** Alerts named by how often they match a day. */
function show(names: readonly string[], prefix: string) {
  alertTrends.mockReset().mockImplementation((alerts) => {
    const trends = alerts.map(({ query }) => trendOf(Number(query.split(' ')[1])));
    return Promise.resolve({ trends });
  });
  const { data } = fakeMemberData({
    alerts: names.map((name) => sampleAlert(`${prefix} ${name}`)),
  });
  return renderForMember(<AlertsPage />, data);
}

const listed = () =>
  screen
    .getAllByRole('button', { name: /^Delete alert for/ })
    .map((button) => button.getAttribute('aria-label'));

test('each row says how much it matches, and the noisiest comes first', async () => {
  show(['1', '3', '2', '0', '7', '5', '4'], 'rate');
  const row = (await screen.findByText('210 in 30 days')).closest('li');
  expect(within(row!).getByRole('button', { name: 'rate 7' })).toBeTruthy();
  expect(screen.getByText('0 in 30 days')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Noisiest');
  expect(listed()).toEqual([7, 5, 4, 3, 2, 1, 0].map((rate) => `Delete alert for rate ${rate}`));
});

test('of many, some are counted at a time, and each once', async () => {
  const names = Array.from({ length: 45 }, (_, at) => `${at + 10}`);
  const { unmount } = show(names, 'many');
  await screen.findByText('300 in 30 days');
  await vi.waitFor(() => expect(alertTrends).toHaveBeenCalledTimes(3));
  expect(alertTrends.mock.calls.map(([alerts]) => alerts.length)).toEqual([20, 20, 5]);
  unmount();
  show(names, 'many');
  expect(await screen.findByText('300 in 30 days')).toBeTruthy();
  expect(alertTrends).not.toHaveBeenCalled();
});

test('an alert for what is about it alone is not counted: a trend has what is in passing, too', async () => {
  alertTrends.mockReset().mockResolvedValue({ trends: [trendOf(1)] });
  const alerts = [sampleAlert('quiet'), { ...sampleAlert('loud'), onlyAbout: true }];
  renderForMember(<AlertsPage />, fakeMemberData({ alerts }).data);
  expect(await screen.findByText('30 in 30 days')).toBeTruthy();
  expect(alertTrends).toHaveBeenCalledExactlyOnceWith([{ query: 'quiet', spoken: true }]);
  const row = screen.getByRole('button', { name: /^Delete alert for loud/ }).closest('li');
  expect(within(row!).queryByText(/in 30 days/)).toBeNull();
});

test('where counting fails, rows are as they were', async () => {
  show(['1', '2'], 'failing');
  alertTrends.mockReset().mockRejectedValue(new Error('unavailable'));
  await screen.findByRole('button', { name: 'failing 1' });
  await vi.waitFor(() => expect(alertTrends).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(/in 30 days/)).toBeNull();
});
