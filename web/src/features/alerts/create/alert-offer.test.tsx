import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_ALERTS } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/loading/deferred.ts';
import { fakeMemberData, sampleAlert } from '#shared/member/data/fake-member-data.ts';
import { renderForMember } from '#shared/member/render-for-member.tsx';
import { keepIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { AlertOffer } from './alert-offer.tsx';
import { readIntent } from '#features/alerts/pending-alert/read-intent.ts';

/** Opens the offer of what a visitor wanted to somebody who has these alerts. */
function open(keywords: string[], saved: string[] = [], otherNames: string[] = []) {
  const intent = { keywords, otherNames };
  keepIntent(intent);
  const { data } = fakeMemberData({ alerts: saved.map(sampleAlert) });
  const write = vi.spyOn(data, 'addAlerts');
  const onDismiss = vi.fn();
  renderForMember(<AlertOffer intent={intent} onDismiss={onDismiss} />, data);
  return { write, onDismiss };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('offers the alert, saves it at one press, and asks no more', async () => {
  const { write } = open(['OpenAI']);
  expect(await screen.findByRole('heading', { name: 'Create an alert for OpenAI?' })).toBeTruthy();
  expect(write).not.toHaveBeenCalled();
  await press('Create alert');
  expect(await screen.findByText('Alert created')).toBeTruthy();
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI'], true);
  expect(screen.getByRole('link', { name: 'My Alerts' }).getAttribute('href')).toBe('/alerts');
  expect(readIntent('ada')).toBeNull();
  expect(document.activeElement?.textContent).toContain('Alert created');
});

test('asks about the same alerts while they are being saved', async () => {
  const { write } = open(['OpenAI', 'a16z'], ['a16z']);
  const answer = deferred();
  write.mockReturnValue(answer.promise);
  await screen.findByRole('heading');
  await press('Create alert');
  expect(screen.getByRole('button', { name: 'Creating...' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('heading').textContent).toBe('Create an alert for OpenAI?');
  await answer.resolve();
  expect(screen.getByText('Alert created')).toBeTruthy();
});

test('saves only those of several that are not there yet', async () => {
  const { write } = open(['OpenAI', 'a16z', 'robots'], ['A16Z ']);
  await screen.findByRole('heading', { name: 'Create alerts for OpenAI and robots?' });
  await press('Create 2 alerts');
  expect(await screen.findByText('2 alerts created')).toBeTruthy();
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI', 'robots'], true);
});

test('offers one alert for a search that leaves something out', async () => {
  const { write } = open(['OpenAI', '-sponsor', '-show:"Hard Fork"']);
  await screen.findByRole('heading');
  await press('Create alert');
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI -sponsor -show:"Hard Fork"'], true);
});

test('says nothing to who has the alert already', async () => {
  open(['OpenAI'], ['openai']);
  await waitFor(() => expect(document.body.textContent).toBe(''));
});

test('takes a no, and saves nothing', async () => {
  const { write, onDismiss } = open(['OpenAI']);
  await screen.findByRole('heading');
  await press('Not now');
  expect(onDismiss).toHaveBeenCalledOnce();
  expect(write).not.toHaveBeenCalled();
});

test('a failure says so, and can be tried again', async () => {
  const { write } = open(['OpenAI']);
  write.mockRejectedValueOnce(new Error('permission denied'));
  await screen.findByRole('heading');
  await press('Create alert');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to create alert. Please try again.',
  );
  expect(readIntent('ada')).not.toBeNull();
  await press('Create alert');
  expect(await screen.findByText('Alert created')).toBeTruthy();
});

test('says that there is no room, for which trying again would not help', async () => {
  const saved = Array.from({ length: MAX_ALERTS }, (_, place) => `keyword ${place}`);
  open(['OpenAI'], saved);
  await screen.findByRole('heading');
  await press('Create alert');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have reached the limit of 200 alerts. Delete one to add another.',
  );
});

test('saves what was searched in notes alone for notes alone', async () => {
  const { data } = fakeMemberData();
  const write = vi.spyOn(data, 'addAlerts');
  const intent = { keywords: ['OpenAI'], otherNames: [], spoken: false };
  renderForMember(<AlertOffer intent={intent} onDismiss={vi.fn()} />, data);
  await userEvent.click(await screen.findByRole('button', { name: 'Create alert' }));
  expect(write).toHaveBeenCalledExactlyOnceWith(['OpenAI'], false);
});
