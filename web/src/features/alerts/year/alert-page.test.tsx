import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DAY_MS, type StoredMatch } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import * as files from '#shared/page/save-file.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { shortDate } from '#shared/text/dates.ts';
import { sampleMatch } from '#shared/testing/fake-matches.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { AlertPage } from './alert-page.tsx';

const NOW = Date.now();
const alertOf = (keyword: string, at: number, createdAtMs = 0) => ({
  id: String(at).padStart(3, '0'),
  keyword,
  createdAtMs,
  pending: false,
});

/** A match of `alertOf(keyword, at)`. */
const matchOf = (at: number, number: number, daysAgo: number, keyword = 'OpenAI'): StoredMatch => ({
  ...sampleMatch(number, NOW - daysAgo * DAY_MS, { keyword }),
  id: `${at} ${number}`,
  alert: `${String(at).padStart(3, '0')}-0`,
});

const ALERTS = ['OpenAI', 'rye', 'spelt', 'oats', 'barley', 'millet'].map((keyword, at) =>
  alertOf(keyword, at),
);
const MATCHES = [
  matchOf(0, 1, 0),
  matchOf(0, 2, 1),
  matchOf(0, 3, 200),
  matchOf(1, 4, 0, 'rye'),
  matchOf(1, 5, 8, 'rye'),
];

function open(parts: Parameters<typeof fakeMemberData>[0] = {}, id = '000') {
  const member = fakeMemberData({ alerts: ALERTS, matches: MATCHES, ...parts });
  renderForMember(<AlertPage id={id} episodeActions={() => null} />, member.data);
  return member;
}

beforeEach(() => vi.spyOn(files, 'saveFile').mockReset());

test('shows what the alert found in a year, by week and one by one', async () => {
  open();
  await screen.findByRole('heading', { level: 1, name: 'OpenAI' });
  await screen.findByText(/^· 3 matches$/);
  expect(screen.getByRole('img', { name: /at most 2$/ })).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(3);
  expect(screen.queryByText('Episode 4')).toBeNull();
  await userEvent.click(screen.getByText('Numbers by week'));
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByRole('cell').textContent)).toEqual(['2', '1']);
});

test('says since when an alert has matches, and leads to the episodes before', async () => {
  const createdAtMs = NOW - 3 * DAY_MS;
  const match = { ...matchOf(0, 1, 0), alert: `000-${createdAtMs.toString(36)}` };
  open({ alerts: [alertOf('OpenAI', 0, createdAtMs)], matches: [match] });
  await screen.findByText(`What this alert found since ${shortDate(createdAtMs)}`);
  const link = screen.getByRole('link', { name: 'Search the past month' });
  expect(link.getAttribute('href')).toBe('/?q=OpenAI');
});

test('reads no weeks from before the alert, and each week once', async () => {
  const { data } = fakeMemberData({ alerts: [alertOf('OpenAI', 0, NOW - 10 * DAY_MS)] });
  const count = vi.spyOn(data, 'countMatches');
  renderForMember(<AlertPage id="000" episodeActions={() => null} />, data);
  await screen.findByText(/^· 0 matches$/);
  expect(count).toHaveBeenCalledTimes(2);
  await screen.findByText('This alert has no matches of the past year.');
});

test('compares up to five alerts', async () => {
  open();
  await userEvent.click(await screen.findByText('Compare with other alerts'));
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await userEvent.click(box('rye'));
  await screen.findByText(/^· 2 matches$/);
  for (const name of ['spelt', 'oats', 'barley']) await userEvent.click(box(name));
  expect(box('millet').disabled).toBe(true);
  await userEvent.click(screen.getByText('Numbers by week'));
  const [first] = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  const cells = within(first!).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['2', '1', '0', '0', '0']);
  await userEvent.click(box('oats'));
  expect(box('millet').disabled).toBe(false);
});

test('saves all pages of its matches as a table', async () => {
  const matches = Array.from({ length: 120 }, (_, at) => matchOf(0, at, at / 10));
  open({ matches: [...matches, ...MATCHES.slice(3)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(files.saveFile).toHaveBeenCalledOnce());
  const [name, text, type] = vi.mocked(files.saveFile).mock.calls[0]!;
  expect([name, type]).toEqual(['matches.csv', 'text/csv']);
  expect(text.trim().split('\n')).toHaveLength(121);
  expect(text).not.toContain('rye');
});

test('says what cannot be read, and loses nothing', async () => {
  const { data } = open();
  await screen.findByText(/^· 3 matches$/);
  vi.spyOn(data, 'readMatches').mockRejectedValueOnce(new Error('away'));
  await userEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await screen.findByText('The matches cannot be read right now. Please try again.');
  vi.spyOn(data, 'countMatches').mockRejectedValue(new Error('away'));
  await userEvent.click(screen.getByText('Compare with other alerts'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'rye' }));
  await screen.findByText(/cannot be counted right now/);
  expect(screen.getAllByRole('article')).toHaveLength(3);
});

test('an alert that is gone leads to the inbox', async () => {
  open({}, '199');
  await screen.findByRole('heading', { name: 'This alert is gone' });
  expect(screen.getByRole('link', { name: 'inbox' }).getAttribute('href')).toBe('/');
});
