import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NewPreferences, Preferences } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import * as browserZone from '#shared/text/browser-time-zone.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { PreferencesSection } from './preferences-section.tsx';

const WEEKLY: Preferences = {
  cadence: 'weekly',
  hour: 7,
  weekday: 5,
  timeZone: 'Asia/Tokyo',
  updatedAtMs: 1,
};

/** Opens the section in a browser with the time zone `here`, null if the browser reports none. */
function open(preferences?: Preferences, here: string | null = 'America/New_York') {
  vi.spyOn(browserZone, 'browserTimeZone').mockReturnValue(here ?? 'UTC');
  vi.spyOn(browserZone, 'knownTimeZone').mockReturnValue(here);
  const fake = fakeMemberData({ person: preferences ? { preferences } : {} });
  renderForMember(<PreferencesSection />, fake.data);
  return { ...fake, write: vi.spyOn(fake.data, 'savePreferences') };
}

const cadence = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });
const choose = async (name: RegExp) => userEvent.click(await cadence(name));
const select = (name: string) => screen.queryByRole<HTMLSelectElement>('combobox', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save preferences' });
const said = () => screen.getByRole('status').textContent.replaceAll(/\s/gu, ' ');

test('shows the stored preferences, with nothing to save', async () => {
  open(WEEKLY);
  expect((await cadence(/^Weekly/)).checked).toBe(true);
  expect(select('Day')?.selectedOptions[0]?.text).toBe('Friday');
  expect(select('Time')?.value).toBe('7');
  expect(screen.getByText('Asia/Tokyo')).toBeTruthy();
  expect(save().disabled).toBe(true);
  expect(said()).toBe('');
});

test('suggests daily at 8 AM in the browser’s zone, and states the default until saved', async () => {
  const { write } = open();
  expect((await cadence(/^Daily/)).checked).toBe(true);
  expect(screen.getByText('America/New York')).toBeTruthy();
  expect(said()).toBe('Default: daily at 8:00 AM UTC.');
  await userEvent.click(save());
  expect(write).toHaveBeenCalledExactlyOnceWith(
    {
      cadence: 'daily',
      hour: 8,
      weekday: 1,
      timeZone: 'America/New_York',
    },
    false,
  );
  await waitFor(() => expect(said()).toBe('Saved.'));
  expect(save().disabled).toBe(true);
});

test('saves the chosen preferences on demand', async () => {
  const { write } = open(WEEKLY);
  await choose(/^Daily/);
  expect(select('Day')).toBeNull();
  await userEvent.selectOptions(select('Time')!, '18');
  await userEvent.click(screen.getByRole('button', { name: 'Use America/New York' }));
  expect(write).not.toHaveBeenCalled();
  await userEvent.click(save());
  expect(write).toHaveBeenCalledExactlyOnceWith(
    {
      cadence: 'daily',
      hour: 18,
      weekday: 5,
      timeZone: 'America/New_York',
    },
    false,
  );
  await waitFor(() => expect(said()).toBe('Saved.'));
});

test('marks the end of a pause, so that earlier matches are not mailed', async () => {
  const { write } = open({ ...WEEKLY, cadence: 'paused' });
  await choose(/^Daily/);
  await userEvent.click(save());
  expect(write).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ cadence: 'daily' }),
    true,
  );
});

test.each([/^As it happens/, /^Paused/])('hides the time of day with %s', async (name) => {
  open(WEEKLY);
  await choose(name);
  expect(select('Day')).toBeNull();
  expect(select('Time')).toBeNull();
  expect(screen.queryByText(/^Time zone/)).toBeNull();
});

test('follows changes from another tab unless the form was edited', async () => {
  const { data } = open(WEEKLY);
  await cadence(/^Weekly/);
  const hourly: NewPreferences = { cadence: 'hourly', hour: 7, weekday: 5, timeZone: 'Asia/Tokyo' };
  await data.savePreferences(hourly);
  await waitFor(async () => expect((await cadence(/^As it happens/)).checked).toBe(true));
  await choose(/^Paused/);
  await data.savePreferences({ ...hourly, cadence: 'daily' });
  await waitFor(async () => expect((await cadence(/^Paused/)).checked).toBe(true));
});

test('keeps the choice after a failed save, and shows the error until the next change', async () => {
  const { write } = open(WEEKLY);
  const answer = deferred();
  write.mockReturnValueOnce(answer.promise);
  await choose(/^Daily/);
  await userEvent.click(save());
  expect(screen.getByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
  await answer.reject(new Error('permission denied'));
  expect(screen.getByRole('alert').textContent).toBe(
    'Failed to save preferences. Please try again.',
  );
  expect((await cadence(/^Daily/)).checked).toBe(true);
  expect(save().disabled).toBe(false);
  await choose(/^Paused/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('reports preferences that cannot be loaded', async () => {
  open().breakDown();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your preferences cannot be loaded right now.',
  );
});

test('defaults to UTC without a browser time zone, and offers a choice', async () => {
  const { write } = open(undefined, null);
  await cadence(/^Daily/);
  expect(screen.getByText(/^Time zone/).textContent).toBe('Time zone: UTC');
  const zone = select('Choose your time zone:')!;
  expect(zone.value).toBe('UTC');
  await userEvent.selectOptions(zone, 'Europe/Berlin');
  await userEvent.click(save());
  expect(write.mock.calls[0]?.[0]).toMatchObject({ timeZone: 'Europe/Berlin' });
});
