import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FollowedShow, FoundShow, ShowLookup, ShowPreviewLine } from 'functions/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import * as accountCalls from '#shared/data/account-calls.ts';
import { fakeMemberData } from '#shared/testing/fake-member-data.ts';
import { renderForMember } from '#shared/testing/render-for-member.tsx';
import { ShowsSection } from './shows-section.tsx';

vi.mock('#shared/data/account-calls.ts');
const calls = vi.mocked(accountCalls);

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
});

const NOV_20 = Date.UTC(2026, 10, 20, 12);
const idOf = (number: number) => String(number).padStart(20, '0');
const feedOf = (number: number) => `https://feeds.example/${number}`;

const followed = (number: number, change: Partial<FollowedShow> = {}): FollowedShow => ({
  id: idOf(number),
  feedUrl: feedOf(number),
  title: `Show ${number}`,
  followedAtMs: NOV_20 - number,
  ...change,
});
const found = (number: number, change: Partial<FoundShow> = {}): FoundShow => ({
  showId: idOf(number),
  feedUrl: feedOf(number),
  title: `Show ${number}`,
  isHeard: false,
  isFollowed: false,
  isPublic: true,
  ...change,
});
const line = (number: number, change: Partial<ShowPreviewLine> = {}): ShowPreviewLine => ({
  title: `Show ${number}`,
  feedUrl: feedOf(number),
  showId: idOf(number),
  outcome: 'new',
  ...change,
});
const refusal = (code: string) => Object.assign(new Error('refused'), { code });

async function open(...shows: FollowedShow[]) {
  const member = fakeMemberData({ shows });
  renderForMember(<ShowsSection />, member.data);
  await screen.findByRole('heading', { name: /^Your shows/ });
  return member;
}

async function find(given: string, answer: ShowLookup | Error) {
  if (answer instanceof Error) calls.lookUpShow.mockRejectedValueOnce(answer);
  else calls.lookUpShow.mockResolvedValueOnce(answer);
  const field = screen.getByLabelText('Name, address or link');
  await userEvent.clear(field);
  await userEvent.type(field, given);
  await userEvent.click(screen.getByRole('button', { name: 'Find show' }));
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('finds shows by name, and follows the confirmed show', async () => {
  const { changeShows } = await open();
  await find(' hard fork ', {
    kind: 'shows',
    shows: [found(1, { title: 'Hard Fork', publisher: 'The Times', newestAt: NOV_20 }), found(2)],
  });
  expect(calls.lookUpShow).toHaveBeenCalledExactlyOnceWith('hard fork');
  const list = await screen.findByRole('list', { name: 'Shows found' });
  const [first] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toBe(
    'Hard ForkThe Times · newest Nov 20, 2026 · publicFollow Hard Fork',
  );
  expect(screen.getByText('2 shows found').getAttribute('role')).toBe('status');
  calls.followShows.mockImplementationOnce(() => {
    changeShows([followed(1, { title: 'Hard Fork' })]);
    const lines = [{ feedUrl: feedOf(1), showId: idOf(1), outcome: 'followed' as const }];
    return Promise.resolve({ lines });
  });
  await userEvent.click(await button('Follow Hard Fork'));
  expect(calls.followShows).toHaveBeenCalledExactlyOnceWith([feedOf(1)]);
  await waitFor(() => expect(first?.textContent).toContain('Following Hard Fork'));
  expect(screen.getByRole('heading', { name: 'Your shows (1)' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Stop following Hard Fork' })).toBeDefined();
});

test('recognises a followed show whose feed has moved', async () => {
  const { changeShows } = await open();
  await find('x', { kind: 'shows', shows: [found(1)] });
  const lines = [{ feedUrl: feedOf(1), showId: idOf(9), outcome: 'followed' as const }];
  calls.followShows.mockResolvedValueOnce({ lines });
  await userEvent.click(await button('Follow Show 1'));
  act(() => changeShows([followed(9)]));
  expect(await screen.findByText('Following')).toBeDefined();
});

test.each([
  [
    'a refusal',
    { kind: 'refused', reason: 'private', message: 'This feed is private.' } as const,
    'This feed is private.',
  ],
  [
    'too many lookups',
    refusal('functions/resource-exhausted'),
    'Too many requests. Please wait a moment and try again.',
  ],
  ['a failure', refusal('functions/internal'), 'Failed to find the show. Please try again.'],
])('shows %s, and clears it with the next search', async (_name, answer, text) => {
  await open();
  await find('https://a.example/feed', answer);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(text);
  await find('y', { kind: 'shows', shows: [] });
  expect(await screen.findByText(/^No show found for “y”/)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('reports a missing connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open();
  await find('x', refusal('functions/internal'));
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection.');
});

test('explains why a found show cannot be followed', async () => {
  await open();
  await find('x', { kind: 'shows', shows: [found(1)] });
  const refused = { feedUrl: feedOf(1), showId: '', outcome: 'failed' as const };
  calls.followShows.mockResolvedValueOnce({ lines: [{ ...refused, message: 'It is gone.' }] });
  await userEvent.click(await button('Follow Show 1'));
  expect((await screen.findByRole('alert')).textContent).toBe('It is gone.');
  calls.followShows.mockResolvedValueOnce({ lines: [{ ...refused, outcome: 'daily-limit' }] });
  await userEvent.click(await button('Follow Show 1'));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('try again tomorrow'),
  );
});

test('lists followed shows with date and failure, and undoes an unfollow', async () => {
  const failing = { failingSinceMs: NOV_20, failure: 'The server answers 404.' };
  const shows = [followed(1, { publisher: 'Ann', ...failing }), followed(2)];
  const { changeShows } = await open(...shows);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Show 1Ann · since Nov 20, 2026 · privateSince Nov 20, 2026: The server answers 404.',
    'Show 2since Nov 20, 2026 · private',
  ]);
  calls.unfollowShow.mockImplementationOnce(() => {
    changeShows(shows.slice(1));
    return Promise.resolve();
  });
  await userEvent.click(await button('Stop following Show 1'));
  expect(calls.unfollowShow).toHaveBeenCalledExactlyOnceWith(idOf(1));
  const row = await screen.findByRole('group', { name: 'You no longer follow “Show 1”.' });
  expect(document.activeElement).toBe(row);
  calls.followShows.mockImplementationOnce(() => {
    changeShows(shows);
    const lines = [{ feedUrl: feedOf(1), showId: idOf(1), outcome: 'followed' as const }];
    return Promise.resolve({ lines });
  });
  await userEvent.click(within(row).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText(/no longer follow/)).toBeNull());
  expect(document.activeElement?.textContent).toContain('Show 1');
  expect(screen.getByRole('heading', { name: 'Your shows (2)' })).toBeDefined();
});

test('keeps a show that could not be unfollowed', async () => {
  await open(followed(1));
  calls.unfollowShow.mockRejectedValueOnce(refusal('functions/internal'));
  await userEvent.click(await button('Stop following Show 1'));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to stop following');
  expect(screen.getByRole('button', { name: 'Stop following Show 1' })).toBeDefined();
});

test('prefills the name that a search did not find', async () => {
  renderForMember(<ShowsSection />, fakeMemberData().data, '/alerts?q=show:%22Hard+Fork%22');
  const field = await screen.findByLabelText('Name, address or link');
  expect(field).toHaveProperty('value', 'Hard Fork');
});

test('hides the form at the limit', async () => {
  await open(...Array.from({ length: 50 }, (_, number) => followed(number)));
  expect(screen.getByText(/You have reached the limit of 50 shows/)).toBeDefined();
  expect(screen.queryByLabelText('Name, address or link')).toBeNull();
});

test('reports shows that cannot be loaded', async () => {
  const { breakDown } = await open(followed(1));
  act(() => breakDown());
  expect(await screen.findByText('Your shows cannot be loaded right now.')).toBeDefined();
});

function choose(content: string | Uint8Array<ArrayBuffer>, name = 'podcasts.opml') {
  const file = new File([content], name, { type: 'text/xml' });
  fireEvent.change(screen.getByLabelText('Choose an OPML file'), { target: { files: [file] } });
}

test('previews a file, and follows as many shows as the limit allows', async () => {
  await open();
  const lines = [
    ...[1, 2, 3].map((number) => line(number)),
    { title: 'Paid', outcome: 'private' as const },
    line(4, { outcome: 'following' }),
    line(1, { outcome: 'duplicate' }),
    { title: '<b>??</b>', outcome: 'invalid' as const },
  ];
  calls.previewShows.mockResolvedValueOnce({ lines, room: 2 });
  choose('<opml/>');
  const preview = within(await screen.findByRole('region', { name: 'Shows in the file' }));
  expect(calls.previewShows).toHaveBeenCalledExactlyOnceWith('<opml/>');
  expect(preview.getByRole('status').textContent).toBe(
    '7 shows, 3 new. There is room for 2 today.',
  );
  const rows = () => preview.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows().slice(3)).toEqual([
    'PaidPrivate feed',
    'Show 4Following',
    'Show 1Listed twice',
    '<b>??</b>Not a podcast feed',
  ]);
  const third = preview.getByRole('checkbox', { name: 'Show 3' });
  expect(third).toHaveProperty('disabled', true);
  await userEvent.click(preview.getByRole('checkbox', { name: 'Show 1' }));
  await userEvent.click(third);
  calls.followShows.mockResolvedValueOnce({
    lines: [
      { feedUrl: feedOf(2), showId: idOf(2), outcome: 'followed' },
      { feedUrl: '', showId: '', outcome: 'failed', message: 'It is gone.' },
    ],
  });
  await userEvent.click(preview.getByRole('button', { name: 'Follow 2 shows' }));
  expect(calls.followShows).toHaveBeenCalledExactlyOnceWith([feedOf(2), feedOf(3)]);
  await waitFor(() =>
    expect(preview.getByRole('status').textContent).toBe(
      'You follow 1 more show. 1 could not be added.',
    ),
  );
  expect(rows().slice(0, 3)).toEqual(['Show 1', 'Show 2Following', 'Show 3It is gone.']);
  await userEvent.click(preview.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: 'Shows in the file' })).toBeNull();
});

test.each([
  ['an empty file', ' ', 'The file is empty.'],
  ['a file that is too large', 'x'.repeat(1_000_001), 'The file is larger than 1 MB.'],
])('refuses %s without sending it', async (_name, text, said) => {
  await open();
  choose(text);
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect(calls.previewShows).not.toHaveBeenCalled();
});

test('decodes a file in its declared encoding', async () => {
  await open();
  const bytes = Uint8Array.from(
    '<?xml version="1.0" encoding="windows-1251"?><opml><outline text="\xdd\xf5\xee"/></opml>',
    (letter) => letter.charCodeAt(0),
  );
  calls.previewShows.mockResolvedValue({ lines: [], room: 2 });
  choose(bytes);
  await waitFor(() =>
    expect(calls.previewShows).toHaveBeenLastCalledWith(expect.stringContaining('text="Эхо"')),
  );
  choose(new Uint8Array([0xff, 0xfe, ...Buffer.from('<opml>Łąka</opml>', 'utf16le')]));
  await waitFor(() => expect(calls.previewShows).toHaveBeenLastCalledWith('<opml>Łąka</opml>'));
});

test('refuses a binary file', async () => {
  await open();
  choose(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 6, 0]));
  expect((await screen.findByRole('alert')).textContent).toBe('This file is not a text file.');
  expect(calls.previewShows).not.toHaveBeenCalled();
});

test('refuses a file that is not an OPML list', async () => {
  await open();
  calls.previewShows.mockRejectedValueOnce(refusal('functions/invalid-argument'));
  choose('hello');
  expect((await screen.findByRole('alert')).textContent).toBe('This file is not an OPML list.');
});
