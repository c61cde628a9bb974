import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { QuickAlertList } from './quick-alert-list.tsx';

// The form searches when typing pauses.
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ episodes: [], total: 0 })));
});

test('shows, adds and deletes alerts', async () => {
  const { data } = fakeMemberData({ alerts: [sampleAlert('openai')] });
  renderForMember(<QuickAlertList />, data);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete alert for openai' }));
  expect(await screen.findByText('No alerts yet')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Keyword or phrase'), 'a16z{Enter}');
  expect(await screen.findByText('a16z')).toBeTruthy();
});

test('shows the five newest of many alerts without dates', async () => {
  const keywords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const { data } = fakeMemberData({ alerts: keywords.map(sampleAlert) });
  renderForMember(<QuickAlertList />, data);
  await screen.findByText('five');
  expect(screen.getAllByRole('button', { name: /^Delete alert for/ })).toHaveLength(5);
  expect(screen.queryByText('six')).toBeNull();
  expect(screen.getByText('2 more in My Alerts')).toBeTruthy();
  expect(screen.queryByText(/^Created on/)).toBeNull();
});

test('listens to stored alerts only while mounted', async () => {
  const { data, alertsAreFollowed } = fakeMemberData();
  expect(alertsAreFollowed()).toBe(false);
  const { unmount } = renderForMember(<QuickAlertList />, data);
  await screen.findByText('No alerts yet');
  expect(alertsAreFollowed()).toBe(true);
  unmount();
  await waitFor(() => expect(alertsAreFollowed()).toBe(false));
});
