import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/loading/deferred.ts';
import { fakeMemberData, sampleAlert } from '#shared/data/member/fake-member-data.ts';
import { renderForMember } from '#shared/data/render-for-member.tsx';
import { TopicAlert } from './topic-alert.tsx';

/** Opens what the page of NEA shows to somebody who has these alerts. */
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

test('one press saves one alert, under the name of the topic', async () => {
  const { write } = open();
  await userEvent.click(await button('Create an alert for NEA'));
  expect(await screen.findByText('Alert created')).toBeTruthy();
  expect(write).toHaveBeenCalledExactlyOnceWith(['NEA'], {});
  expect(screen.getByRole('link', { name: 'My Alerts' }).getAttribute('href')).toBe('/alerts');
  expect(screen.getByText('Verify your email')).toBeTruthy();
});

test('its other name is another press away', async () => {
  const { write } = open();
  await userEvent.click(await button('Create an alert for NEA'));
  await userEvent.click(await button('Add an alert for “New Enterprise Associates”'));
  expect(write).toHaveBeenLastCalledWith(['New Enterprise Associates'], {});
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('who has the alert is told so, and saves no second one', async () => {
  open('nea', 'New Enterprise Associates');
  expect(await screen.findByText('You have an alert for this')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Verify your email')).toBeNull();
});

test('who has left something out of the alert has it still, and is offered no second one', async () => {
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

test('is busy until the server has answered, then done', async () => {
  const { write } = open();
  const answer = deferred();
  write.mockReturnValue(answer.promise);
  await userEvent.click(await button('Create an alert for NEA'));
  expect(await button('Creating...')).toHaveProperty('disabled', true);
  await answer.resolve();
  expect(screen.getByText('Alert created')).toBeTruthy();
});

test('a failure says so', async () => {
  const { write } = open();
  write.mockRejectedValueOnce(new Error('permission denied'));
  await userEvent.click(await button('Create an alert for NEA'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create alert. Please try again.',
  );
});

test('following a hub saves an alert for each of its keywords that has none', async () => {
  const { data } = fakeMemberData({ alerts: [sampleAlert('ceo')] });
  const write = vi.spyOn(data, 'addAlerts');
  const keywords = ['CEO', 'leadership', 'tech executive'];
  renderForMember(<TopicAlert name="Tech Leadership" keywords={keywords} isHub />, data);
  await userEvent.click(await button('Follow this topic'));
  expect(write).toHaveBeenCalledExactlyOnceWith(['leadership', 'tech executive'], {});
  expect(await screen.findByText(/alerts created$/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
