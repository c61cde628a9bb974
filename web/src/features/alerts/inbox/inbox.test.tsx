import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DAY_MS, HOUR_MS, type StoredMatch } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { fakeMemberData, sampleAlert } from '#shared/testing/fake-member-data.ts';
import { sampleMatch } from '#shared/testing/fake-matches.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { nowPlaying } from '#shared/player/now-playing.ts';
import { PAGE_KEY } from '#shared/page/show-keys.ts';
import { Inbox } from './inbox.tsx';
import { UnreadCount } from './unread-count.tsx';

const NOW = Date.now();
const MINUTE_MS = 60_000;

/** Returns which of the keys had an action. `page-keys.tsx` decides that a key is for the page. */
function press(keys: string): string {
  let used = '';
  act(() => {
    for (const detail of keys) {
      if (!dispatchEvent(new CustomEvent(PAGE_KEY, { detail, cancelable: true }))) used += detail;
    }
  });
  return used;
}

const onKnown = vi.fn();
const found = (number: number, agoMs = number * MINUTE_MS, facts = {}) =>
  sampleMatch(number, NOW - agoMs, facts);
const counted = (count: number, agoMs = 0): StoredMatch => ({
  id: `counted ${agoMs}`,
  alert: 'id-OpenAI-0',
  query: { keyword: 'OpenAI' },
  foundAtMs: NOW - agoMs,
  count,
});

function open(stock: Parameters<typeof fakeMemberData>[0] = {}) {
  const fake = fakeMemberData({ alerts: [sampleAlert('OpenAI')], ...stock });
  const spies = {
    readMatches: vi.spyOn(fake.data, 'readMatches'),
    noteOpened: vi.spyOn(fake.data, 'noteOpened'),
    markAllRead: vi.spyOn(fake.data, 'markAllRead'),
  };
  const bookmark = vi.fn<(title: string) => void>();
  renderForMember(
    <>
      <a href="/">
        Inbox
        <UnreadCount />
      </a>
      <Inbox
        onKnown={onKnown}
        episodeActions={({ title }) => (
          <button aria-pressed={false} onClick={() => bookmark(title)}>
            Bookmark {title}
          </button>
        )}
      />
    </>,
    fake.data,
  );
  return { ...fake, ...spies, bookmark };
}

const row = (title: string) => screen.getByText(title).closest('article')!;
const titles = () =>
  screen.queryAllByText(/^Episode \d+$/, { selector: 'h4 > a' }).map((each) => each.textContent);
const status = () => screen.getByRole('status').textContent;
const badge = () => screen.getByRole('link', { name: /^Inbox/ }).textContent;
const isMarked = (title: string) => within(row(title)).queryByText('Unread:') !== null;
const button = (name: string) => screen.getByRole('button', { name });

test('lists matches by day, newest first, and links to the page of the moment', async () => {
  const said = [{ text: 'people say >>>OpenAI<<< will ship', atMs: 953_400 }];
  const facts = {
    showId: 'a'.repeat(20),
    audio: 'https://a.example/1.mp3',
    said,
    reasons: [{ place: 'spoken', text: `Said by Ada at about 15:53: ${said[0]!.text}` }],
  };
  open({
    matches: [found(3, 40 * DAY_MS), found(1, 0, facts), found(2, DAY_MS), counted(132, MINUTE_MS)],
  });
  await screen.findByRole('heading', { name: 'Today' });
  const days = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
  expect(days.slice(0, 2)).toEqual(['Today', 'Yesterday']);
  expect(titles()).toEqual(['Episode 1', 'Episode 2', 'Episode 3']);
  const today = within(screen.getByRole('region', { name: 'Today' }));
  expect(today.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Episode 1' }).getAttribute('href')).toMatch(
    /^\/episode\/a+\/0+1\?t=953$/,
  );
  expect(screen.getByRole('link', { name: 'Episode 2' })).toMatchObject({
    href: 'https://a.example/2',
    target: '_blank',
  });
  const first = row('Episode 1');
  expect(first.textContent).toContain('Said by Ada: people say OpenAI will ship');
  expect(first.querySelector('mark')?.textContent).toBe('OpenAI');
  expect(within(first).getByText('Play from 15:53')).toBeTruthy();
  expect(row('Episode 2').textContent).not.toContain('Play');
  expect(screen.getByText('132 more episodes mention').closest('p')!.textContent).toContain(
    'OpenAI',
  );
  expect(status()).toBe('135 unread');
  expect(badge()).toBe('Inbox99+ unread');
  expect(onKnown).toHaveBeenLastCalledWith(true);
});

test('shows an episode once with all alerts that found it, and opens it for all', async () => {
  const { noteOpened } = open({
    alerts: [sampleAlert('OpenAI'), sampleAlert('a16z')],
    matches: [found(1), found(1, 0, { keyword: 'a16z' }), found(2)],
  });
  await screen.findByText('Episode 1');
  expect(titles()).toEqual(['Episode 1', 'Episode 2']);
  const links = within(row('Episode 1')).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Episode 1', 'a16z', 'OpenAI']);
  expect(links[1]!.getAttribute('href')).toBe('/?q=a16z');
  await userEvent.click(within(row('Episode 1')).getByRole('button', { name: /^Mark as read/ }));
  expect(noteOpened).toHaveBeenCalledExactlyOnceWith(['a16z 1', 'OpenAI 1']);
  expect([isMarked('Episode 1'), isMarked('Episode 2'), status()]).toEqual([
    false,
    true,
    '1 unread',
  ]);
});

test('marks nothing as read by being looked at, and what is opened on every device', async () => {
  const { noteOpened, markAllRead, changeMatches } = open({
    matches: [
      found(1, MINUTE_MS, { showId: 'a'.repeat(20) }),
      found(2),
      { ...found(3), openedAtMs: NOW },
    ],
    person: { seenAtMs: NOW - DAY_MS },
  });
  await waitFor(() => expect(badge()).toBe('Inbox2 unread'));
  expect(isMarked('Episode 3')).toBe(false);
  expect([noteOpened, markAllRead].map((each) => each.mock.calls.length)).toEqual([0, 0]);
  await userEvent.click(screen.getByRole('link', { name: 'Episode 1' }));
  expect(noteOpened).toHaveBeenCalledExactlyOnceWith(['OpenAI 1']);
  await waitFor(() => expect(badge()).toBe('Inbox1 unread'));
  await userEvent.click(screen.getByRole('link', { name: 'Episode 1' }));
  expect(noteOpened).toHaveBeenCalledTimes(1);
  // Opened on another device, where another match is found.
  act(() => changeMatches([found(4, 0), found(1), { ...found(2), openedAtMs: NOW }]));
  await waitFor(() => expect(titles()).toEqual(['Episode 4', 'Episode 1', 'Episode 2']));
  expect([isMarked('Episode 4'), isMarked('Episode 2')]).toEqual([true, false]);
});

test('shows a match as unread again if the server refuses to mark it', async () => {
  const { noteOpened } = open({ matches: [found(1)] });
  vi.mocked(console.error).mockReturnValue();
  noteOpened.mockRejectedValue(new Error('denied'));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Episode 1' }));
  await waitFor(() => expect(isMarked('Episode 1')).toBe(true));
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockReset();
});

test('marks all as read with one time, and not while offline', async () => {
  const { markAllRead, noteOpened } = open({ matches: [found(1), found(2), counted(5)] });
  await screen.findByText('7 unread');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await userEvent.click(button('Mark all read'));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to mark all as read');
  expect(markAllRead).not.toHaveBeenCalled();
  online.mockRestore();
  await userEvent.click(button('Mark all read'));
  await waitFor(() => expect(status()).toBe('All read'));
  expect([titles(), badge()]).toEqual([['Episode 1', 'Episode 2'], 'Inbox']);
  await userEvent.click(button('Mark all read'));
  expect(markAllRead).toHaveBeenCalledTimes(1);
  expect(noteOpened).not.toHaveBeenCalled();
});

test('filters by alert and by unread, and keeps what is opened there', async () => {
  open({
    alerts: [sampleAlert('OpenAI'), sampleAlert('a16z')],
    matches: [found(1), { ...found(2), openedAtMs: NOW }, found(3, 0, { keyword: 'a16z' })],
  });
  const choice = await screen.findByRole('combobox', { name: 'Alert' });
  await userEvent.selectOptions(choice, 'OpenAI');
  await waitFor(() => expect(titles()).toEqual(['Episode 1', 'Episode 2']));
  expect(status()).toBe('1 unread');
  expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull();
  await userEvent.click(button('Unread'));
  expect(titles()).toEqual(['Episode 1']);
  await userEvent.click(button('Mark as read: Episode 1'));
  expect([titles(), status()]).toEqual([['Episode 1'], 'All read']);
  await userEvent.selectOptions(choice, 'All alerts');
  await waitFor(() => expect(titles()).toEqual(['Episode 3']));
  await userEvent.click(button('Mark as read: Episode 3'));
  await userEvent.click(button('Unread'));
  await userEvent.click(button('Unread'));
  expect(screen.getByText('Nothing unread.')).toBeTruthy();
});

test('reads older pages only when they are wanted, and keeps them while new matches arrive', async () => {
  const matches = Array.from({ length: 120 }, (_, at) => found(at));
  const { readMatches, changeMatches } = open({ matches, person: { seenAtMs: NOW - 2 * DAY_MS } });
  await screen.findByText('Episode 0');
  expect([titles().length, readMatches.mock.calls.length]).toEqual([50, 0]);
  expect([status(), badge()]).toEqual(['50+ unread', 'Inbox50+ unread']);
  await userEvent.click(button('Show more'));
  await waitFor(() => expect(titles()).toHaveLength(100));
  act(() => changeMatches([sampleMatch(900, NOW + 1), sampleMatch(901, NOW + 2), ...matches]));
  await waitFor(() => expect(titles()).toHaveLength(102));
  expect(new Set(titles()).size).toBe(102);
  await userEvent.click(button('Show more'));
  await waitFor(() => expect(titles()).toHaveLength(122));
  expect(readMatches).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(status()).toBe('122 unread');
  // An older match is not live, but shows at once that it was opened.
  await userEvent.click(button('Mark as read: Episode 119'));
  expect(status()).toBe('121 unread');
});

test('shows what another device opened on older pages when the person comes back', async () => {
  const matches = Array.from({ length: 120 }, (_, at) => found(at));
  const { readMatches, changeMatches } = open({ matches });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toHaveLength(100));
  const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
  changeMatches(
    matches.map((match, at) => (at === 70 ? { ...match, openedAtMs: Date.now() } : match)),
  );
  comeBack();
  expect([isMarked('Episode 70'), readMatches.mock.calls.length]).toEqual([true, 1]);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * MINUTE_MS);
  readMatches.mockRejectedValueOnce(new Error('unavailable'));
  comeBack();
  await waitFor(() => expect(readMatches).toHaveBeenCalledTimes(2));
  expect(titles()).toHaveLength(100);
  comeBack();
  await waitFor(() => expect(isMarked('Episode 70')).toBe(false));
  expect([titles().length, isMarked('Episode 71')]).toEqual([100, true]);
  await userEvent.click(button('Show more'));
  await waitFor(() => expect(titles()).toHaveLength(120));
});

test('drops older pages if more matches than a page arrive at once, so that none is missing', async () => {
  const matches = Array.from({ length: 60 }, (_, at) => found(at));
  const { changeMatches } = open({ matches });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toHaveLength(60));
  const burst = Array.from({ length: 70 }, (_, at) => sampleMatch(1000 + at, NOW + at));
  act(() => changeMatches([...burst, ...matches]));
  await waitFor(() => expect(titles()).toHaveLength(50));
  await userEvent.click(button('Show more'));
  await waitFor(() => expect(titles()).toHaveLength(100));
  expect(titles()[50]).toBe('Episode 1019');
});

test('offers to try again when an older page cannot be read', async () => {
  const { readMatches } = open({
    alerts: [sampleAlert('OpenAI'), sampleAlert('a16z')],
    matches: Array.from({ length: 60 }, (_, at) => found(at)),
  });
  readMatches.mockRejectedValueOnce(new Error('unavailable'));
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Older matches cannot');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Alert' }), 'a16z');
  expect(await screen.findByText('This alert has no matches of the past year.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Alert' }), 'All alerts');
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(titles()).toHaveLength(60));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('does not claim that all is read if older matches may be unread', async () => {
  const opened = (number: number) => ({ ...found(number), openedAtMs: NOW });
  open({ matches: Array.from({ length: 60 }, (_, at) => opened(at)) });
  await screen.findByText('Newest 50 read');
  expect(badge()).toBe('Inbox');
  await userEvent.click(button('Unread'));
  expect(screen.getByText('Nothing unread among the newest 50.')).toBeTruthy();
  await userEvent.click(button('Show more'));
  await waitFor(() => expect(status()).toBe('All read'));
  expect(screen.getByText('Nothing unread.')).toBeTruthy();
});

test('moves between rows with j and k, and acts on the row with o, p, b and e', async () => {
  const play = vi.spyOn(nowPlaying, 'play').mockReturnValue();
  const { noteOpened, bookmark } = open({
    matches: [
      found(1, 0, { audio: 'https://a.example/1.mp3' }),
      counted(7, MINUTE_MS),
      found(2, HOUR_MS),
    ],
  });
  await screen.findByText('Episode 1');
  const focused = () => document.activeElement?.closest('article')?.textContent;
  press('e');
  expect(noteOpened).not.toHaveBeenCalled();
  press('jjj');
  expect(focused()).toContain('Episode 2');
  press('e');
  expect(noteOpened).toHaveBeenLastCalledWith(['OpenAI 2']);
  press('k');
  expect(focused()).toContain('7 more episodes mention');
  press('kb');
  expect(bookmark).toHaveBeenCalledExactlyOnceWith('Episode 1');
  expect(noteOpened).toHaveBeenCalledTimes(1);
  press('p');
  expect(play).toHaveBeenCalledTimes(1);
  expect(noteOpened).toHaveBeenLastCalledWith(['OpenAI 1']);
  const follow = vi.fn((event: Event) => event.preventDefault());
  screen.getByRole('link', { name: 'Episode 1' }).addEventListener('click', follow);
  press('o');
  expect(follow).toHaveBeenCalledTimes(1);
});

test('leaves keys to menus and the player', async () => {
  open({ matches: [found(1)] });
  await screen.findByText('Episode 1');
  const own = document.body.appendChild(document.createElement('div'));
  own.innerHTML = '<div role="menu" tabindex="0"></div><div data-player tabindex="0"></div>';
  for (const element of own.children as Iterable<HTMLElement>) {
    element.focus();
    expect(press('j')).toBe('');
    expect(document.activeElement).toBe(element);
  }
  own.remove();
  expect(press('xoj')).toBe('j');
  expect(document.activeElement?.textContent).toBe('Episode 1');
});

test('says what an empty inbox is for, and shows none to people without alerts and matches', async () => {
  const first = open();
  expect(await screen.findByText(/^No matches yet\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unread' })).toBeNull();
  act(() => first.breakDown());
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be loaded');
});

test('shows nothing to people without alerts, but the matches of deleted ones', async () => {
  const { changeMatches } = open({ alerts: [] });
  await waitFor(() => expect(onKnown).toHaveBeenLastCalledWith(false));
  expect(screen.queryByRole('heading')).toBeNull();
  act(() => changeMatches([found(1)]));
  expect(await screen.findByText('Episode 1')).toBeTruthy();
  expect(onKnown).toHaveBeenLastCalledWith(true);
});
