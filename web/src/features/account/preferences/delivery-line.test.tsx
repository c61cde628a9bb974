import { screen } from '@testing-library/react';
import { type Channel, DEFAULT_PREFERENCES, type Preferences } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import * as browserZone from '#shared/text/browser-time-zone.ts';
import { DeliveryLine } from './delivery-line.tsx';

const preferences = (change: Partial<Preferences>): Preferences => ({
  ...DEFAULT_PREFERENCES,
  hour: 8,
  weekday: 5,
  timeZone: 'America/New_York',
  updatedAtMs: 1,
  ...change,
});
const channel = (name: string, change: Partial<Channel> = {}): Channel => ({
  id: name.padEnd(20, 'x'),
  kind: 'slack',
  name,
  host: 'hooks.slack.com',
  alerts: 'all',
  state: 'on',
  createdAtMs: 1,
  ...change,
});

async function line(change: Partial<Preferences>, channels: Channel[] = []) {
  vi.spyOn(browserZone, 'browserTimeZone').mockReturnValue('America/New_York');
  const { data } = fakeMemberData({ person: { preferences: preferences(change) }, channels });
  renderForMember(<DeliveryLine />, data);
  const text = await screen.findByText(/^Email/);
  return text.textContent.replaceAll(/\s/gu, ' ');
}

test.each([
  [{ cadence: 'daily' }, 'Email daily at 8:00 AM'],
  [{ cadence: 'daily', timeZone: 'Asia/Ho_Chi_Minh' }, 'Email daily at 8:00 AM Asia/Ho Chi Minh'],
  [{ cadence: 'weekly' }, 'Email on Fridays at 8:00 AM'],
  [{ cadence: 'hourly' }, 'Email as it happens'],
  [{ cadence: 'paused' }, 'Email paused'],
] as const)('shows when email is sent: %j', async (change, text) => {
  expect(await line(change)).toBe(text);
  const link = screen.getByRole('link', { name: 'Change email and channels' });
  expect(link.getAttribute('href')).toBe('/delivery');
});

test('offers channels if there are none', async () => {
  await line({ cadence: 'daily' });
  const link = await screen.findByRole('link', { name: 'Add Slack, a feed…' });
  expect(link.getAttribute('href')).toBe('/delivery#channels');
});

test('names the first three active channels, and counts the others', async () => {
  const names = ['Slack', 'Feed', 'Phone', 'Team', 'Server'];
  const off = channel('Old', { state: 'off' });
  expect(await line({ cadence: 'daily' }, [off, ...names.map((name) => channel(name))])).toBe(
    'Email daily at 8:00 AM · Slack · Feed · Phone · 2 more',
  );
  expect(screen.queryByRole('link', { name: 'Add Slack, a feed…' })).toBeNull();
});
