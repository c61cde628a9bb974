import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { TopicAlert } from './topic-alert.tsx';

/** Renders NEA's alert for a member with the `saved` alerts. */
function open(...saved: string[]) {
  const { data } = fakeMemberData({ alerts: saved.map(sampleAlert) });
  const write = vi.spyOn(data, 'addAlerts');
  renderForMember(
    <TopicAlert
      name="NEA"
      keywords={['NEA', 'New Enterprise Associates']}
      verify={<p>Verify your email</p>}
    />,
    data,
  );
  return { write };
}

const button = (name: string) => screen.findByRole('button', { name });

test('one click saves an alert with the topic’s name', async () => {
  const { write } = open();
  await userEvent.click(await button('Create an alert for NEA'));
  expect(await screen.findByText('Alert created')).toBeTruthy();
  expect(write).toHaveBeenCalledExactlyOnceWith(['NEA'], {});
  expect(screen.getByRole('link', { name: 'My Alerts' }).getAttribute('href')).toBe('/alerts');
  expect(screen.getByText('Verify your email')).toBeTruthy();
});

test('a second click adds an alert for the other name', async () => {
  const { write } = open();
  await userEvent.click(await button('Create an alert for NEA'));
  await userEvent.click(await button('Add an alert for “New Enterprise Associates”'));
  expect(write).toHaveBeenLastCalledWith(['New Enterprise Associates'], {});
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('shows that the alert exists, and offers no other', async () => {
  open('nea', 'New Enterprise Associates');
  expect(await screen.findByText('You have an alert for this')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Verify your email')).toBeNull();
});

test('recognises an existing alert with exclusions', async () => {
  const { data } = fakeMemberData({
    alerts: [
      { ...sampleAlert('nea -show:"Tensor Weather"'), language: 1 },
      { ...sampleAlert('"new enterprise associates" -sponsor'), language: 1 },
    ],
  });
  const keywords = ['NEA', 'New Enterprise Associates'];
  renderForMember(<TopicAlert name="NEA" keywords={keywords} />, data);
  expect(await screen.findByText('You have an alert for this')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('stays busy until the server confirms', async () => {
  const { write } = open();
  const answer = deferred();
  write.mockReturnValue(answer.promise);
  await userEvent.click(await button('Create an alert for NEA'));
  expect(await button('Creating...')).toHaveProperty('disabled', true);
  await answer.resolve();
  expect(screen.getByText('Alert created')).toBeTruthy();
});

test('shows a failure to save', async () => {
  const { write } = open();
  write.mockRejectedValueOnce(new Error('permission denied'));
  await userEvent.click(await button('Create an alert for NEA'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create alert. Please try again.',
  );
});

test('following a hub saves an alert for each keyword that has none', async () => {
  const { data } = fakeMemberData({ alerts: [sampleAlert('ceo')] });
  const write = vi.spyOn(data, 'addAlerts');
  const keywords = ['CEO', 'leadership', 'tech executive'];
  renderForMember(<TopicAlert name="Tech Leadership" keywords={keywords} isHub />, data);
  await userEvent.click(await button('Follow this topic'));
  expect(write).toHaveBeenCalledExactlyOnceWith(['leadership', 'tech executive'], {});
  expect(await screen.findByText(/alerts created$/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
