import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/data/member/fake-member-data.ts';
import { renderForMember } from '#shared/data/render-for-member.tsx';
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

test('six keywords are shown without a way to more', async () => {
  await open(6);
  expect(buttons()).toEqual(KEYWORDS.slice(0, 6));
});

test('of more keywords the first six are shown, the others on demand', async () => {
  await open(8);
  expect(buttons()).toEqual([...KEYWORDS.slice(0, 6), 'View All (8)']);
  await userEvent.click(screen.getByRole('button', { name: 'View All (8)' }));
  expect(buttons()).toEqual([...KEYWORDS, 'Show Less']);
  await userEvent.click(screen.getByRole('button', { name: 'Show Less' }));
  expect(buttons()).toEqual([...KEYWORDS.slice(0, 6), 'View All (8)']);
});

test('a click searches for the keyword alone', async () => {
  const { onSearch } = await open(3);
  await userEvent.click(screen.getByRole('button', { name: 'two' }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(['two'], USUAL);
});

test('a click asks what the alert asks: before there was a language, words, whatever signs they hold', async () => {
  const keyword = 'e-mail -5';
  const alerts = [
    sampleAlert(keyword),
    { ...sampleAlert('"sam altman" -5'), language: 1 as const },
    sampleAlert('Money, Markets'),
  ];
  const onSearch = vi.fn();
  renderForMember(<TrackingKeywords onSearch={onSearch} />, fakeMemberData({ alerts }).data);
  await userEvent.click(await screen.findByRole('button', { name: keyword }));
  await userEvent.click(screen.getByRole('button', { name: 'sam altman, without 5' }));
  // The search field would divide it at a comma.
  await userEvent.click(screen.getByRole('button', { name: 'Money, Markets' }));
  expect(onSearch.mock.calls).toEqual([
    [['"e-mail -5"'], USUAL],
    [['"sam altman" -5'], USUAL],
    [['Money; Markets'], USUAL],
  ]);
});

test('a click on one searches with its choices', async () => {
  const alerts = [{ ...sampleAlert('openai'), spoken: false, onlyAbout: true }];
  const onSearch = vi.fn();
  renderForMember(<TrackingKeywords onSearch={onSearch} />, fakeMemberData({ alerts }).data);
  await userEvent.click(
    await screen.findByRole('button', { name: 'openai, notes only, main topic only' }),
  );
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(['openai'], { spoken: false, about: true });
});

test('a keyword saved elsewhere shows at once, on top', async () => {
  const { data } = await open(2);
  await data.addAlerts(['new']);
  await waitFor(() => expect(buttons()).toEqual(['new', 'one', 'two']));
});

test('who tracks nothing sees nothing of it', async () => {
  const { data } = await open(1);
  await data.deleteAlert('id-one');
  await waitFor(() => expect(document.body.textContent).toBe(''));
});

test('whose keywords cannot be read sees nothing of it', async () => {
  const { breakDown } = await open(1);
  breakDown();
  await waitFor(() => expect(document.body.textContent).toBe(''));
});
