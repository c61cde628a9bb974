import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EpisodeFacts } from 'functions/contract';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { ORGANIZATION, PATH as NAMED } from '#shared/testing/subject-pages.ts';
import { EpisodePage } from './episode-page.tsx';

const SHOW = '0123456789abcdef0123';
const ID = '0123456789abcdef0123456789abcdef';
const PATH = `/episode/${SHOW}/${ID}`;
const EPISODE = sampleEpisode({
  id: ID,
  showId: SHOW,
  title: 'Crumbs',
  podcast: 'Café Kilobyte',
  audio: 'https://audio.example/1.mp3',
  chapters: [{ title: 'The landlady’s room', atMs: 948_000 }],
});
const OTHER = sampleEpisode({ title: 'One power strip', link: 'https://show.example/2' });
const ABOUT: EpisodeFacts = {
  notes: 'What a landlady thinks.',
  said: [
    { atMs: 948_000, text: 'My landlady thought otherwise.', speaker: 'Łukasz' },
    { atMs: 953_400, text: 'Then I found the bakery.', speaker: 'Łukasz' },
    { atMs: 960_000, text: 'It had bread.', speaker: 'Zoë' },
  ],
  mentions: [{ path: NAMED, atMs: 960_000 }, { path: '/nobody' }],
};

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

function answer(about: EpisodeFacts | null, status = 200) {
  const episodes = about === null ? [] : [EPISODE, OTHER];
  fetched.mockImplementationOnce(() =>
    Promise.resolve(Response.json({ episodes, total: episodes.length, about }, { status })),
  );
}

function open(query = '?t=953') {
  render(
    <MemoryRouter initialEntries={[PATH + query]}>
      <EpisodePage show={SHOW} id={ID} missing="Nothing here" />
    </MemoryRouter>,
  );
}

const bodies = () =>
  fetched.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as unknown);

test('shows what is said at the moment, and who says it', async () => {
  answer(ABOUT);
  open();
  await screen.findByRole('heading', { level: 1, name: 'Crumbs' });
  expect(bodies()).toEqual([{ episode: { show: SHOW, id: ID, atS: 953 } }]);
  // The sentence begins within the second of the link.
  expect(screen.getByText('Then I found the bakery.').className).not.toContain('soft');
  expect(screen.getByText('My landlady thought otherwise.').className).toContain('soft');
  // Each speaker is named once.
  expect(screen.getAllByText('Łukasz')).toHaveLength(1);
  screen.getByText('Zoë');
  expect(screen.getByRole('link', { name: /^Play from 15:53\s?: Crumbs/ })).toBeTruthy();
  expect(document.title).toMatch(/^15:53 in Crumbs – /);
});

test('lists chapters, names with their moments, and other episodes without their show', async () => {
  answer(ABOUT);
  open();
  expect(await screen.findByRole('link', { name: /15:48 The landlady’s room/ })).toBeTruthy();
  const moment = screen.getByRole('link', {
    name: new RegExp(`^16:00\\s?: where ${ORGANIZATION.name} is named`),
  });
  expect(moment.getAttribute('href')).toBe(`${PATH}?t=960`);
  expect(screen.getByRole('link', { name: ORGANIZATION.name }).getAttribute('href')).toBe(NAMED);
  screen.getByRole('heading', { name: 'One power strip' });
  expect(screen.getAllByText('Café Kilobyte')).toHaveLength(1);
});

test('another moment loads its own quotation and keeps the page', async () => {
  answer(ABOUT);
  open();
  await screen.findByText('It had bread.');
  answer({ ...ABOUT, said: [{ atMs: 961_000, text: 'OpenAI bought it.' }] });
  await userEvent.click(
    screen.getByRole('link', { name: new RegExp(`where ${ORGANIZATION.name} is named`) }),
  );
  screen.getByRole('heading', { level: 1, name: 'Crumbs' });
  await screen.findByText('OpenAI bought it.');
  expect(bodies()[1]).toEqual({ episode: { show: SHOW, id: ID, atS: 960 } });
});

test('copies the moment’s link, and its quotation as Markdown', async () => {
  const { setup } = userEvent;
  const user = setup();
  answer(ABOUT);
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy link to 15:53' }));
  expect(await navigator.clipboard.readText()).toMatch(new RegExp(`^https?://.+${PATH}\\?t=953$`));
  await user.click(screen.getByRole('button', { name: 'Copy quote' }));
  await waitFor(async () =>
    expect(await navigator.clipboard.readText()).toMatch(
      /^> My landlady thought otherwise\.\n> Then .*\n> It had bread\.\n>\n> \[Crumbs \(Café Kilobyte\)\]\(http.*\?t=953\)\n$/,
    ),
  );
});

test('copies the link of a moment at the very beginning', async () => {
  const user = userEvent.setup();
  answer(ABOUT);
  open('?t=0');
  await user.click(await screen.findByRole('button', { name: 'Copy link to 0:00' }));
  expect(await navigator.clipboard.readText()).toMatch(new RegExp(`${PATH}\\?t=0$`));
});

test('without a moment, plays from where the person was and copies the page’s link', async () => {
  const user = userEvent.setup();
  answer({ ...ABOUT, said: [] });
  open('');
  expect(await screen.findByRole('link', { name: /^Play\s?: Crumbs/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy quote' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toMatch(new RegExp(`${PATH}$`));
});

test('says that an episode is missing', async () => {
  answer(null);
  open();
  await screen.findByText('Nothing here');
});

test('tries again after a failure', async () => {
  fetched.mockImplementationOnce(() => Promise.resolve(new Response(null, { status: 503 })));
  open();
  answer(ABOUT);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { level: 1, name: 'Crumbs' });
});
