import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AlertCount, alertIdentity, type PendingAlert } from 'functions/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { AlertsPage } from './alerts-page.tsx';

vi.mock('#shared/data/account-calls.ts');
// Expanded rows fetch their matches, so `fetch` is stubbed.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
});
const alertCounts = vi.mocked(accountCalls.alertCounts);

const countOf = (aDay: number): AlertCount => ({ episodes: 30 * aDay, isPart: false });

/** Renders alerts whose names end with their matches per day. */
function show(names: readonly string[], prefix: string) {
  alertCounts.mockReset().mockImplementation((alerts) => {
    const counts = alerts.map(({ query }) => countOf(Number(query.split(' ')[1])));
    return Promise.resolve({ counts });
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

test('shows the count of each row, and sorts the noisiest first', async () => {
  show(['1', '3', '2', '0', '7', '5', '4'], 'rate');
  const row = (await screen.findByText('210 episodes in the past month')).closest('li');
  expect(within(row!).getByRole('button', { name: 'rate 7' })).toBeTruthy();
  expect(screen.getByText('0 episodes in the past month')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most matches');
  expect(listed()).toEqual([7, 5, 4, 3, 2, 1, 0].map((rate) => `Delete alert for rate ${rate}`));
});

test('shows that a count is partial', async () => {
  alertCounts.mockReset().mockResolvedValue({ counts: [{ episodes: 7, isPart: true }] });
  renderForMember(<AlertsPage />, fakeMemberData({ alerts: [sampleAlert('part')] }).data);
  expect(await screen.findByText('At least 7 episodes in the past month')).toBeTruthy();
});

describe('the noisiest alert', () => {
  const RATES = ['0', '1', '2', '1.5', '7', '3', '0.5'];
  const line = () => screen.queryByRole('link', { name: 'Get fewer' })?.closest('p');

  test('names the noisiest alert above the list, and opens its settings', async () => {
    show(RATES, 'loud');
    await screen.findByText('210 episodes in the past month', { selector: 'bdi' });
    expect(line()?.textContent).toMatch(/^Most matches:loud 7· 210 episodes in the past month/);
    await userEvent.click(screen.getByRole('link', { name: 'Get fewer' }));
    expect(await screen.findByRole('group', { name: 'Settings of loud 7' })).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('loud 7');
    await userEvent.type(screen.getByRole('searchbox'), 'loud 3');
    expect(line()).toBeUndefined();
  });

  test.each([
    ['does not name an alert if another has half as many matches', [...RATES, '4']],
    [
      'does not name an alert with less than one match a day',
      ['0', '0.01', '0.02', '0.03', '0.04', '0.05', '0.5'],
    ],
    ['does not name an alert in a short list', ['1', '2', '7']],
  ])('%s', async (what, rates) => {
    show(rates, what.replaceAll(' ', '-'));
    await screen.findByText(`${Math.max(...rates.map(Number)) * 30} episodes in the past month`);
    expect(line()).toBeUndefined();
  });

  test('names no noisiest alert until all are counted', async () => {
    const names = Array.from({ length: 20 }, () => '0');
    show(['9', ...names.map((name, at) => `${name} ${at}`), '8'], 'counting');
    const counting = deferred();
    alertCounts
      .mockReset()
      .mockImplementationOnce((alerts) =>
        Promise.resolve({ counts: alerts.map((_, at) => countOf(at === 0 ? 9 : 0)) }),
      )
      .mockImplementationOnce(async (alerts) => {
        await counting.promise;
        return { counts: alerts.map(() => countOf(0)) };
      });
    await screen.findByText('270 episodes in the past month');
    expect(line()).toBeUndefined();
    await counting.resolve();
    await vi.waitFor(() => expect(line()).toBeTruthy());
  });
});

test('one button opens and closes the settings of a row', async () => {
  show(['1', '2'], 'closed');
  const settings = await screen.findByRole('button', { name: 'Settings of closed 2' });
  await userEvent.click(settings);
  expect(screen.getByRole('group', { name: 'Settings of closed 2' })).toBeTruthy();
  expect(settings.getAttribute('aria-label')).toBe('Close closed 2');
  expect(document.activeElement).toBe(settings);
  await userEvent.click(settings);
  expect(screen.queryByRole('group', { name: 'Settings of closed 2' })).toBeNull();
});

test('counts many alerts in batches, each alert once', async () => {
  const names = Array.from({ length: 45 }, (_, at) => `${at + 10}`);
  const { unmount } = show(names, 'many');
  await screen.findByText('300 episodes in the past month');
  await vi.waitFor(() => expect(alertCounts).toHaveBeenCalledTimes(3));
  expect(alertCounts.mock.calls.map(([alerts]) => alerts.length)).toEqual([20, 20, 5]);
  unmount();
  show(names, 'many');
  expect(await screen.findByText('300 episodes in the past month')).toBeTruthy();
  expect(alertCounts).not.toHaveBeenCalled();
});

test('counts an alert for the main topic only with a search', async () => {
  alertCounts.mockReset().mockResolvedValue({ counts: [countOf(1)] });
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    asked.push(JSON.parse(init?.body as string));
    return Promise.resolve(Response.json({ episodes: [], total: 12 }));
  });
  const alerts = [sampleAlert('quiet'), { ...sampleAlert('loud'), onlyAbout: true }];
  renderForMember(<AlertsPage />, fakeMemberData({ alerts }).data);
  expect(await screen.findByText('30 episodes in the past month')).toBeTruthy();
  expect(alertCounts).toHaveBeenCalledExactlyOnceWith([{ query: 'quiet', spoken: true }]);
  const row = screen.getByRole('button', { name: /^Delete alert for loud/ }).closest('li');
  expect(await within(row!).findByText('12 episodes in the past month')).toBeTruthy();
  expect(asked).toMatchObject([{ keywords: ['loud'], strength: 'about' }]);
});

test('gives up remaining batches after a failure', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `${at}`);
  show(names, 'given up');
  alertCounts.mockReset().mockRejectedValue(new Error('unavailable'));
  const last = await screen.findByRole('button', { name: 'given up 39' });
  await vi.waitFor(() => expect(alertCounts).toHaveBeenCalledTimes(1));
  // The paragraph that reserves space for a pending count disappears.
  await vi.waitFor(() => expect(last.closest('li')?.querySelector('p.min-h-5')).toBeNull());
});

test('shows rows without counts after a failure', async () => {
  show(['1', '2'], 'failing');
  alertCounts.mockReset().mockRejectedValue(new Error('unavailable'));
  await screen.findByRole('button', { name: 'failing 1' });
  await vi.waitFor(() => expect(alertCounts).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(/in the past month/)).toBeNull();
});

describe('pending matches', () => {
  const episode = {
    title: 'On ledgers',
    podcast: 'Data',
    link: 'https://data.example/1',
    pubDateMs: 5,
    ingestedAtMs: 5,
  };
  const waiting = (alert: SavedAlert, moreCount = 2): PendingAlert => ({
    alertId: alertIdentity(alert.id, alert.createdAtMs),
    matches: [{ key: 'aa', ...episode }],
    moreCount,
  });

  test('shows pending matches in the row and in the open alert', async () => {
    alertCounts.mockReset().mockResolvedValue({ counts: [countOf(1), countOf(1)] });
    const alerts = [
      { ...sampleAlert('mailed'), lastMatch: { atMs: 5, episodes: 4 } },
      sampleAlert('fresh'),
      sampleAlert('quiet'),
    ];
    const pending = [waiting(alerts[0]!), waiting(alerts[1]!, 0)];
    const { data, changePending } = fakeMemberData({ alerts, pending });
    renderForMember(<AlertsPage />, data);
    const line = await screen.findByText('3 new since your last email');
    expect(line.closest('li')?.textContent).toContain('mailed');
    const fresh = screen.getByText('1 new for your next email');
    expect(fresh.closest('li')?.textContent).toContain('fresh');
    expect(screen.getAllByText(/\d new /)).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'mailed' }));
    const details = screen.getByRole('group', { name: 'Matches of mailed' });
    expect(details.textContent).toContain('3 new since your last email.');
    act(() => changePending([{ ...waiting(alerts[0]!), isPart: true }]));
    expect(line.textContent).toContain('3+ new since your last email');
    act(() => changePending([]));
    expect(screen.queryByText(/\d new /)).toBeNull();
  });

  test('shows the last email', async () => {
    alertCounts.mockReset().mockResolvedValue({ counts: [countOf(1)] });
    const alert = { ...sampleAlert('mailed'), lastMatch: { atMs: 5, episodes: 4 } };
    const lastMatch = { atMs: Date.now(), episodes: 7 };
    const { data } = fakeMemberData({
      alerts: [alert],
      pending: [waiting(alert)],
      last: { [alertIdentity(alert.id, alert.createdAtMs)]: lastMatch },
    });
    renderForMember(<AlertsPage />, data);
    const line = await screen.findByText('3 new since your last email');
    expect(line.closest('li')?.textContent).toContain('7 episodes');
    expect(line.closest('li')?.textContent).not.toContain('4 episodes');
  });

  test('shows no pending matches for a paused alert', async () => {
    alertCounts.mockReset().mockResolvedValue({ counts: [] });
    const alert = { ...sampleAlert('paused'), paused: true };
    const { data } = fakeMemberData({ alerts: [alert], pending: [waiting(alert)] });
    renderForMember(<AlertsPage />, data);
    await screen.findByText('Paused');
    expect(screen.queryByText(/\d new /)).toBeNull();
  });
});
