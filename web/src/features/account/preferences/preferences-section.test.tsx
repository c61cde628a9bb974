import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NewPreferences, Preferences } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/loading/deferred.ts';
import * as browserZone from '#shared/text/browser-time-zone.ts';
import { fakeMemberData } from '#shared/data/member/fake-member-data.ts';
import { renderForMember } from '#shared/data/render-for-member.tsx';
import { PreferencesSection } from './preferences-section.tsx';

const WEEKLY: Preferences = {
  cadence: 'weekly',
  hour: 7,
  weekday: 5,
  timeZone: 'Asia/Tokyo',
  updatedAtMs: 1,
};

/** Opens the section in a browser in New York, or in another zone; null for one that names none. */
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

test('shows what is stored, and has nothing to save', async () => {
  open(WEEKLY);
  expect((await cadence(/^Weekly/)).checked).toBe(true);
  expect(select('Day')?.selectedOptions[0]?.text).toBe('Friday');
  expect(select('Time')?.value).toBe('7');
  expect(screen.getByText('Asia/Tokyo')).toBeTruthy();
  expect(save().disabled).toBe(true);
  expect(said()).toBe('');
});

test('offers eight in the morning of this browser to who never chose, and tells what happens until then', async () => {
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

test('saves exactly what is chosen, once it is asked to', async () => {
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

test('says with the choice that mail comes again, for what came meanwhile is not told', async () => {
  const { write } = open({ ...WEEKLY, cadence: 'paused' });
  await choose(/^Daily/);
  await userEvent.click(save());
  expect(write).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ cadence: 'daily' }),
    true,
  );
});

test.each([/^As it happens/, /^Paused/])('asks for no time of day with %s', async (name) => {
  open(WEEKLY);
  await choose(name);
  expect(select('Day')).toBeNull();
  expect(select('Time')).toBeNull();
  expect(screen.queryByText(/^Time zone/)).toBeNull();
});

test('follows what another tab saves, except where something is being changed here', async () => {
  const { data } = open(WEEKLY);
  await cadence(/^Weekly/);
  const hourly: NewPreferences = { cadence: 'hourly', hour: 7, weekday: 5, timeZone: 'Asia/Tokyo' };
  await data.savePreferences(hourly);
  await waitFor(async () => expect((await cadence(/^As it happens/)).checked).toBe(true));
  await choose(/^Paused/);
  await data.savePreferences({ ...hourly, cadence: 'daily' });
  await waitFor(async () => expect((await cadence(/^Paused/)).checked).toBe(true));
});

test('keeps what was chosen when it cannot be saved, and says so until something changes', async () => {
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

test('says when it cannot be loaded', async () => {
  open().breakDown();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your preferences cannot be loaded right now.',
  );
});

test('says that UTC counts where the browser names no zone, and lets one choose', async () => {
  const { write } = open(undefined, null);
  await cadence(/^Daily/);
  expect(screen.getByText(/^Time zone/).textContent).toBe('Time zone: UTC');
  const zone = select('Choose your time zone:')!;
  expect(zone.value).toBe('UTC');
  await userEvent.selectOptions(zone, 'Europe/Berlin');
  await userEvent.click(save());
  expect(write.mock.calls[0]?.[0]).toMatchObject({ timeZone: 'Europe/Berlin' });
});
