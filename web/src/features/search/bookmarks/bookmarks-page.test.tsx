import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Bookmark } from 'functions/contract';
import { NEVER } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { deferred } from '#shared/testing/deferred.ts';
import { createLiveQuery } from '#shared/data/member/live-query.ts';
import { fakeMemberData, sampleBookmark } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { BookmarksPage } from './bookmarks-page.tsx';

/** Opens the page of somebody with these bookmarks, newest first. */
function open(...titles: string[]) {
  const fake = fakeMemberData({ bookmarks: titles.map(sampleBookmark) });
  renderForMember(<BookmarksPage />, fake.data);
  return fake;
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const titles = () =>
  screen.queryAllByRole('heading', { level: 3 }).map((title) => title.textContent);
const shows = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const remove = (title: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name: `Remove bookmark of ${title}` });

test('shows three skeletons without a count while loading', () => {
  const { data } = fakeMemberData();
  const bookmarks = createLiveQuery<Bookmark>(() => NEVER);
  renderForMember(<BookmarksPage />, { ...data, bookmarks });
  expect(screen.getByRole('status').textContent).toBe('Loading bookmarks');
  expect(document.querySelectorAll('.animate-pulse')).toHaveLength(3);
  expect(heading()).toBe('Bookmarked Episodes');
});

test('shows each bookmark with link, match and date, and their number', async () => {
  open('Two', 'One');
  await shows('Two', 'One');
  expect(heading()).toBe('Bookmarked Episodes2');
  const link = screen.getByRole('link', { name: 'Two' });
  expect(link.getAttribute('href')).toBe('https://shows.example/Two');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(document.querySelector('mark')?.textContent).toBe('OpenAI');
  expect(screen.getAllByText('Signal & Noise')).toHaveLength(2);
  expect(screen.getAllByText(/^Bookmarked on \w{3} \d+, \d{4}$/)).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Tips' })).toBeTruthy();
});

test('shows an empty list without count and tips', async () => {
  open();
  expect(await screen.findByText('No bookmarks yet')).toBeTruthy();
  expect(heading()).toBe('Bookmarked Episodes');
  expect(screen.queryByRole('region', { name: 'Tips' })).toBeNull();
});

test('removes a bookmark and updates the count', async () => {
  open('Two', 'One');
  await shows('Two', 'One');
  await userEvent.click(remove('Two'));
  await shows('One');
  expect(heading()).toBe('Bookmarked Episodes1');
});

test('the undo row takes the focus and restores the bookmark in place', async () => {
  const bookmarks = ['Three', 'Two', 'One'].map((title, index) => ({
    ...sampleBookmark(title),
    createdAtMs: 9 - index,
  }));
  renderForMember(<BookmarksPage />, fakeMemberData({ bookmarks }).data);
  await shows('Three', 'Two', 'One');
  await userEvent.click(remove('Two'));
  await shows('Three', 'One');
  const row = screen.getByRole('group', { name: 'Removed “Two”.' });
  expect(document.activeElement).toBe(row);
  expect(row.closest('li')!.nextElementSibling!.textContent).toContain('One');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await shows('Three', 'Two', 'One');
  expect(document.activeElement).toBe(remove('Two').closest('li'));
});

test('restores the last bookmark, with a retry after a failure', async () => {
  const { data } = open('One');
  await shows('One');
  await userEvent.click(remove('One'));
  expect(await screen.findByText('No bookmarks yet')).toBeTruthy();
  vi.spyOn(data, 'restoreBookmark').mockRejectedValueOnce(new Error('denied'));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to restore bookmark. Please try again.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await shows('One');
});

test('shows that a removal waits for the connection, without an error', async () => {
  const { data } = open('One', 'Two');
  await shows('One', 'Two');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const confirmed = deferred();
  const removeBookmark = data.removeBookmark;
  vi.spyOn(data, 'removeBookmark').mockImplementation(async (id) => {
    await removeBookmark(id);
    await confirmed.promise;
  });
  await userEvent.click(remove('One'));
  await shows('Two');
  expect(
    await screen.findByRole('group', { name: 'Removed “One”. Waiting for the connection.' }),
  ).toBeTruthy();
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  await confirmed.resolve();
  expect(screen.getByRole('group', { name: 'Removed “One”.' })).toBeTruthy();
});

test('keeps a bookmark that could not be removed, and shows the failure', async () => {
  const { data } = open('One');
  await shows('One');
  const answer = deferred();
  vi.spyOn(data, 'removeBookmark').mockReturnValue(answer.promise);
  await userEvent.click(remove('One'));
  expect(remove('One').disabled).toBe(true);
  await answer.reject(new Error('permission denied'));
  expect(screen.getByRole('alert').textContent).toBe(
    'Failed to remove bookmark. Please try again.',
  );
  expect(titles()).toEqual(['One']);
  expect(remove('One').disabled).toBe(false);
});

test('reports bookmarks that cannot be loaded', async () => {
  open('One').breakDown();
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load bookmarks');
  expect(titles()).toEqual([]);
});
