import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AlertChoice, MAX_ALERTS } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { untilReady } from '#shared/testing/until-ready.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { keepIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { IntendedAlert } from './intended-alert.tsx';
import { readIntent } from '#features/alerts/pending-alert/read-intent.ts';

const NONE: string[] = [];

/** Stores an intent to save these keywords, then renders the component for a member with the `saved` alerts. */
function open(
  keywords: string[],
  saved: string[] = [],
  { otherNames = NONE, ...choice }: { otherNames?: string[] } & AlertChoice = {},
) {
  const intent = { keywords, otherNames, ...choice };
  keepIntent(intent);
  const { data } = fakeMemberData({ alerts: saved.map(sampleAlert) });
  const write = vi.spyOn(data, 'addAlerts');
  const onUndone = vi.fn();
  const show = () => renderForMember(<IntendedAlert intent={intent} onUndone={onUndone} />, data);
  return { data, write, onUndone, show, ...show() };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('saves the alert, confirms it, and forgets the intent', async () => {
  const { write } = open(['OpenAI']);
  expect(await screen.findByText('Alert saved')).toBeTruthy();
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI'], {});
  expect(screen.getByRole('link', { name: 'My Alerts' }).getAttribute('href')).toBe('/alerts');
  expect(await screen.findByRole('link', { name: 'Add Slack, a feed…' })).toBeTruthy();
  expect(readIntent('ada')).toBeNull();
});

test('undoes the saved alerts with one click', async () => {
  const { data, onUndone } = open(['OpenAI', 'a16z'], ['robots']);
  const undone = vi.spyOn(data, 'deleteAlerts');
  await screen.findByText('2 alerts saved');
  await press('Undo');
  await waitFor(() => expect(onUndone).toHaveBeenCalledOnce());
  expect(undone.mock.lastCall?.[0]).toHaveLength(2);
  const left = await untilReady(data.alerts);
  expect(left.map(({ keyword }) => keyword)).toEqual(['robots']);
});

test('saves only alerts that do not exist yet', async () => {
  const { write } = open(['OpenAI', 'a16z', 'robots'], ['A16Z ']);
  expect(await screen.findByText('2 alerts saved')).toBeTruthy();
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI', 'robots'], {});
});

test('saves nothing twice after a reload before the confirmation', async () => {
  const { write, unmount, show } = open(['OpenAI']);
  await screen.findByText('Alert saved');
  unmount();
  show();
  expect(await screen.findByText('You have an alert for this')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(write).toHaveBeenCalledOnce();
});

test('creates one alert for a search with exclusions', async () => {
  const { write } = open(['OpenAI', '-sponsor', '-show:"Hard Fork"']);
  await screen.findByText('Alert saved');
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI -sponsor -show:"Hard Fork"'], {});
});

test('offers other names of the topic', async () => {
  open(['NEA'], [], { otherNames: ['New Enterprise Associates'] });
  await screen.findByText('Alert saved');
  expect(
    screen.getByRole('button', { name: 'Add an alert for “New Enterprise Associates”' }),
  ).toBeTruthy();
});

test('shows a failure, which can be retried', async () => {
  const { data } = fakeMemberData();
  vi.spyOn(data, 'addAlerts').mockRejectedValueOnce(new Error('permission denied'));
  const intent = { keywords: ['OpenAI'], otherNames: [] };
  keepIntent(intent);
  renderForMember(<IntendedAlert intent={intent} onUndone={vi.fn()} />, data);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to create alert. Please try again.',
  );
  expect(readIntent('ada')).not.toBeNull();
  await press('Create alert');
  expect(await screen.findByText('Alert saved')).toBeTruthy();
});

test('reports that the limit is reached', async () => {
  open(
    ['OpenAI'],
    Array.from({ length: MAX_ALERTS }, (_, index) => `keyword ${index}`),
  );
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You have reached the limit of 200 alerts. Delete one to add another.',
  );
});

test('saves the alert with the options of the search', async () => {
  const choice = { spoken: false, onlyAbout: true };
  const { write } = open(['OpenAI'], [], choice);
  await screen.findByText('Alert saved');
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI'], choice);
});
