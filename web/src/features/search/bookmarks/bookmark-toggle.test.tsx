import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_BOOKMARKS, toBookmark } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { deferred } from '#shared/testing/deferred.ts';
import { fakeMemberData, sampleBookmark } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { BookmarkToggle } from './bookmark-toggle.tsx';

const one = sampleEpisode({ title: 'One', link: 'https://shows.example/1' });
const two = sampleEpisode({ title: 'Two', link: 'https://shows.example/2' });

/** Opens the toggles of two episodes, once the bookmarks are loaded. */
async function open() {
  const { data } = fakeMemberData();
  renderForMember(
    <>
      <BookmarkToggle episode={one} />
      <BookmarkToggle episode={two} />
    </>,
    data,
  );
  await waitFor(() => expect(toggle('One').disabled).toBe(false));
  return data;
}

const toggle = (title: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name: `Bookmark ${title}` });
const pressed = (title: string) => toggle(title).getAttribute('aria-pressed') === 'true';

/** Simulates a browser that blurs a disabled button, so that nothing on the page has the focus. */
function loseFocus() {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  field.remove();
  expect(document.activeElement).toBe(document.body);
}

test('adds and removes a bookmark', async () => {
  const data = await open();
  const add = vi.spyOn(data, 'addBookmark');
  expect(pressed('One')).toBe(false);
  await userEvent.click(toggle('One'));
  await waitFor(() => expect(pressed('One')).toBe(true));
  expect(add.mock.calls[0]?.[0]).toMatchObject({ episodeId: one.link, title: 'One' });
  expect(pressed('Two')).toBe(false);
  await userEvent.click(toggle('One'));
  await waitFor(() => expect(pressed('One')).toBe(false));
});

test('shows changes from another tab at once', async () => {
  const data = await open();
  await data.addBookmark(toBookmark(two)!);
  await waitFor(() => expect(pressed('Two')).toBe(true));
  await data.removeBookmark('id-Two');
  await waitFor(() => expect(pressed('Two')).toBe(false));
});

test('disables only the clicked button until the server confirms', async () => {
  const data = await open();
  const answer = deferred();
  vi.spyOn(data, 'addBookmark').mockReturnValue(answer.promise);
  await userEvent.click(toggle('One'));
  expect(toggle('One').disabled).toBe(true);
  expect(toggle('Two').disabled).toBe(false);
  await answer.resolve();
  await waitFor(() => expect(toggle('One').disabled).toBe(false));
});

test('returns the focus to the clicked button when it is enabled', async () => {
  const data = await open();
  const answer = deferred();
  vi.spyOn(data, 'addBookmark').mockReturnValue(answer.promise);
  await userEvent.click(toggle('One'));
  loseFocus();
  await answer.resolve();
  expect(document.activeElement).toBe(toggle('One'));
});

test('leaves the focus where the person has moved it', async () => {
  const data = await open();
  const answer = deferred();
  vi.spyOn(data, 'addBookmark').mockReturnValue(answer.promise);
  await userEvent.click(toggle('One'));
  toggle('Two').focus();
  await answer.resolve();
  expect(document.activeElement).toBe(toggle('Two'));
});

test('logs a failure without showing it', async () => {
  const data = await open();
  const failure = new Error('permission denied');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(data, 'addBookmark').mockRejectedValue(failure);
  await userEvent.click(toggle('One'));
  await waitFor(() => expect(log).toHaveBeenCalledExactlyOnceWith(failure));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(pressed('One')).toBe(false);
  expect(toggle('One').disabled).toBe(false);
  log.mockClear();
});

test('bookmarks an episode without a date as 0', async () => {
  const { data } = fakeMemberData();
  const undated = sampleEpisode({ title: 'Undated', pub_date_ms: null });
  renderForMember(<BookmarkToggle episode={undated} />, data);
  await waitFor(() => expect(toggle('Undated').disabled).toBe(false));
  const add = vi.spyOn(data, 'addBookmark');
  await userEvent.click(toggle('Undated'));
  await waitFor(() => expect(pressed('Undated')).toBe(true));
  expect(add.mock.calls[0]?.[0].pub_date_ms).toBe(0);
});

test('shows the limit instead of adding, and still removes bookmarks', async () => {
  const saved = { ...sampleBookmark('One'), episodeId: one.link };
  const others = Array.from({ length: MAX_BOOKMARKS - 1 }, (_, index) =>
    sampleBookmark(`Other ${index}`),
  );
  const { data } = fakeMemberData({ bookmarks: [saved, ...others] });
  const add = vi.spyOn(data, 'addBookmark');
  renderForMember(
    <>
      <BookmarkToggle episode={one} />
      <BookmarkToggle episode={two} />
    </>,
    data,
  );
  await waitFor(() => expect(toggle('One').disabled).toBe(false));
  expect(toggle('Two').dataset['tip']).toBe('Limit of 1,000 bookmarks reached');
  await userEvent.click(toggle('Two'));
  expect(add).not.toHaveBeenCalled();
  await userEvent.click(toggle('One'));
  await waitFor(() => expect(toggle('Two').dataset['tip']).toBe('Bookmark'));
});

test.each(['', 'javascript:alert(1)'])(
  'bookmarks an episode with the link %j by title and podcast',
  async (link) => {
    const { data } = fakeMemberData();
    renderForMember(<BookmarkToggle episode={{ ...one, link }} />, data);
    await waitFor(() => expect(toggle('One').disabled).toBe(false));
    const add = vi.spyOn(data, 'addBookmark');
    await userEvent.click(toggle('One'));
    await waitFor(() => expect(pressed('One')).toBe(true));
    expect(add.mock.calls[0]?.[0]).toMatchObject({ episodeId: 'one-signal-noise', link: '' });
    await userEvent.click(toggle('One'));
    await waitFor(() => expect(pressed('One')).toBe(false));
  },
);
