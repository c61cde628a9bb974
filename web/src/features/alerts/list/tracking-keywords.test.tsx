import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { TrackingKeywords } from './tracking-keywords.tsx';

const KEYWORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

async function open(count: number) {
  const fake = fakeMemberData({ alerts: KEYWORDS.slice(0, count).map(sampleAlert) });
  const onSearch = vi.fn();
  renderForMember(<TrackingKeywords onSearch={onSearch} />, fake.data);
  await waitFor(() => expect(buttons()).not.toEqual([]));
  return { ...fake, onSearch };
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

const USUAL = { spoken: true, about: false };

test('shows six keywords without a button for more', async () => {
  await open(6);
  expect(buttons()).toEqual(KEYWORDS.slice(0, 6));
});

test('shows the first six of more keywords, and the others on demand', async () => {
  await open(8);
  expect(buttons()).toEqual([...KEYWORDS.slice(0, 6), 'View All (8)']);
  await userEvent.click(screen.getByRole('button', { name: 'View All (8)' }));
  expect(buttons()).toEqual([...KEYWORDS, 'Show Less']);
  await userEvent.click(screen.getByRole('button', { name: 'Show Less' }));
  expect(buttons()).toEqual([...KEYWORDS.slice(0, 6), 'View All (8)']);
});

test('a click searches for that keyword only', async () => {
  const { onSearch } = await open(3);
  await userEvent.click(screen.getByRole('button', { name: 'two' }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(['two'], USUAL);
});

test('a click searches exactly what the alert searches', async () => {
  const keyword = 'e-mail -5';
  const alerts = [
    sampleAlert(keyword),
    { ...sampleAlert('"sam altman" -5'), language: 1 as const },
    sampleAlert('Money, Markets'),
    sampleAlert('半導体、株'),
  ];
  const onSearch = vi.fn();
  renderForMember(<TrackingKeywords onSearch={onSearch} />, fakeMemberData({ alerts }).data);
  await userEvent.click(await screen.findByRole('button', { name: keyword }));
  await userEvent.click(screen.getByRole('button', { name: 'sam altman, without 5' }));
  // The search field would split the keyword at its comma.
  await userEvent.click(screen.getByRole('button', { name: 'Money, Markets' }));
  await userEvent.click(screen.getByRole('button', { name: '半導体、株' }));
  expect(onSearch.mock.calls).toEqual([
    [['"e-mail -5"'], USUAL],
    [['"sam altman" -5'], USUAL],
    [['Money; Markets'], USUAL],
    [['半導体;株'], USUAL],
  ]);
});

test('a click searches with the options of the alert', async () => {
  const alerts = [{ ...sampleAlert('openai'), spoken: false, onlyAbout: true }];
  const onSearch = vi.fn();
  renderForMember(<TrackingKeywords onSearch={onSearch} />, fakeMemberData({ alerts }).data);
  await userEvent.click(
    await screen.findByRole('button', { name: 'openai, notes only, main topic only' }),
  );
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(['openai'], { spoken: false, about: true });
});

test('a keyword saved elsewhere appears at once, on top', async () => {
  const { data } = await open(2);
  await data.addAlerts(['new']);
  await waitFor(() => expect(buttons()).toEqual(['new', 'one', 'two']));
});

test('renders nothing without alerts', async () => {
  const { data } = await open(1);
  await data.deleteAlert('id-one');
  await waitFor(() => expect(document.body.textContent).toBe(''));
});

test('renders nothing if alerts cannot be read', async () => {
  const { breakDown } = await open(1);
  breakDown();
  await waitFor(() => expect(document.body.textContent).toBe(''));
});
