import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  DAY_MS,
  type HealthResponse,
  type SearchRequest,
  searchRequestSchema,
  type SearchSort,
  TREND_DAYS,
} from 'functions/contract';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SEARCH_EXAMPLES } from '#content/subject.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { searchStore } from '#shared/search/search-store.ts';
import { COMPOSING_KEYS } from '#shared/testing/composing-keys.ts';
import { HomePage } from './home-page.tsx';
import { RefinePanel } from './refine/refine-panel.tsx';
import { RefineRow } from './refine/refine-row.tsx';

const health: HealthResponse = {
  status: 'ok',
  episodes: 214,
  podcasts: 16,
  spoken: 21,
  refreshedAtMs: Date.now(),
};

/** Mocks the backend. Requests are parsed with the contract, as on the server. */
function backend(search: (request: SearchRequest) => Response | Promise<Response>) {
  const searches: SearchRequest[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/api/health') return Promise.resolve(Response.json(health));
    const request = searchRequestSchema.parse(JSON.parse(init?.body as string));
    searches.push(request);
    return Promise.resolve(search(request));
  });
  return searches;
}

const many = (count: number) => ({
  episodes: Array.from({ length: count }, (_, index) =>
    sampleEpisode({ title: `Episode ${index + 1}`, link: `https://shows.example/${index + 1}` }),
  ),
  total: count,
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(address = '/') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <HomePage
        slots={{ refine: (props) => <RefineRow {...props} panel={RefinePanel} help={null} /> }}
      />
      <Address />
    </MemoryRouter>,
  );
  return {
    field: screen.getByRole('textbox', { name: 'Keywords or Phrases (separated by commas)' }),
    button: screen.getByRole('button', { name: 'Search Episodes' }),
    address: () => document.querySelector('output')?.textContent,
    titles: () => {
      const results = screen.queryByRole('region', { name: 'Search results' });
      const headings = results && within(results).queryAllByRole('heading', { level: 3 });
      return headings?.map((heading) => heading.textContent) ?? [];
    },
  };
}

afterEach(() => {
  delete health.hearing;
});

beforeEach(() => {
  searchStore.clear();
  window.scrollTo = vi.fn();
});

test.each([
  [41, /from 16 podcasts, updated .*\. We listened to 41 hours this week$/],
  [1, /from 16 podcasts, updated .*\. We listened to 1 hour this week$/],
  [0, /from 16 podcasts, updated [^.]+$/],
])('shows the hours transcribed this week: %s', async (hoursThisWeek, text) => {
  const counts = { minutesToday: 1, minutesADay: 120, waiting: 0, failed: 0 };
  health.hearing = { ...counts, hoursThisWeek };
  backend(() => Response.json(many(0)));
  open();
  expect(await screen.findByText(text, {}, { timeout: 15_000 })).toBeTruthy();
});

test('starts with the search form, the coverage and examples', async () => {
  backend(() => Response.json(many(0)));
  open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Create Podcast Alerts for Topics You Care About',
  );
  expect(
    await screen.findByText(
      /214 recent episodes \(21 with transcripts\) from 16 podcasts, updated a few seconds ago/,
      {},
      { timeout: 15_000 },
    ),
  ).toBeTruthy();
  const [example = ''] = SEARCH_EXAMPLES;
  expect(screen.getAllByRole('link', { name: example })[0]!.getAttribute('href')).toBe(
    searchAddress([example]),
  );
});

test('a search changes the URL and covers the last month in English', async () => {
  const searches = backend(() => Response.json(many(3)));
  const { field, address, titles } = open();
  await userEvent.type(field, ' OpenAI, sam  altman ,{Enter}');
  await waitFor(() => expect(titles()).toEqual(['Episode 1', 'Episode 2', 'Episode 3']));
  expect(address()).toBe('/?q=OpenAI,sam+altman');
  expect(searches).toHaveLength(1);
  expect(searches[0]).toMatchObject({ keywords: ['OpenAI', 'sam altman'], language: 'English' });
  const days = (Date.now() - (searches[0]?.startDate ?? 0)) / 86_400_000;
  expect(days).toBeGreaterThan(27.9);
  expect(days).toBeLessThan(31.1);
  expect(document.activeElement).toBe(field);
});

test('shows the server’s reading of the query, also without results', async () => {
  const asked = 'Searching for episodes that mention openai, outside Hard Fork.';
  const searches = backend(() => Response.json({ ...many(0), asked }));
  open('/?q=openai,-show:"Hard+Fork"');
  expect(await screen.findByText(asked)).toBeTruthy();
  expect(searches[0]?.keywords).toEqual(['openai', '-show:"Hard Fork"']);
});

describe('the chips of a query', () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const chips = () =>
    screen.queryAllByRole('button', { name: /^Remove/ }).map((chip) => chip.textContent);
  const shows = {
    episodes: ['Hard Fork', 'Lex', 'Hard Fork'].map((podcast, index) =>
      sampleEpisode({ podcast, link: `https://shows.example/${index}` }),
    ),
    total: 3,
  };

  test('excludes a show of the results with three clicks', async () => {
    const searches = backend(() => Response.json(shows));
    const { field, address, titles } = open('/?q=openai');
    await waitFor(() => expect(titles()).toHaveLength(3));
    await press('Refine');
    expect(screen.queryByRole('textbox', { name: 'Exclude a show' })).toBeNull();
    await press('Shows');
    await press('Hard Fork');
    expect(field).toHaveProperty('value', 'openai, -show:"Hard Fork"');
    expect(address()).toBe('/?q=openai,-show%3A%22Hard+Fork%22');
    expect(searches.at(-1)?.keywords).toEqual(['openai', '-show:"Hard Fork"']);
    expect(chips()).toEqual(['openai', 'not in show Hard Fork']);
    expect(screen.getByText('Added: not in show Hard Fork')).toBeTruthy();
  });

  test('shows the typed parts, and removes each of them', async () => {
    const searches = backend(() => Response.json(shows));
    const { field, titles } = open('/?q=openai,-sponsor,"x y"');
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(chips()).toEqual(['any of openai', 'not sponsor', 'any of x y']);
    await press('Remove: any of x y');
    await press('Remove: not sponsor');
    expect(field).toHaveProperty('value', 'openai');
    expect(searches.at(-1)?.keywords).toEqual(['openai']);
    expect(chips()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Refine' }));
  });

  test('adds typed parts to the query, and searches only on demand', async () => {
    const searches = backend(() => Response.json(shows));
    const { field } = open();
    await userEvent.type(field, 'openai');
    await press('Refine');
    await press('Must include');
    await userEvent.type(screen.getByLabelText('Episodes must also mention'), 'our fund{Enter}');
    expect(field).toHaveProperty('value', 'openai, +"our fund"');
    expect(searches).toEqual([]);
    await userEvent.type(field, ', -ads');
    expect(chips()).toEqual(['openai', 'must include our fund', 'not ads']);
    // The controls close, so that results are visible. The focus has moved on.
    expect(screen.queryByRole('button', { name: 'Exclude' })).toBeNull();
    expect(screen.getByText('Added: must include our fund')).toBeTruthy();
    await press('Refine');
    await press('Exclude');
    expect(screen.getByRole('button', { name: 'Add' })).toHaveProperty('disabled', true);
  });

  test.each(COMPOSING_KEYS)(
    'adds a part at the Enter after that of an input method %j',
    async (key) => {
      backend(() => Response.json(shows));
      const { field } = open();
      await press('Refine');
      await press('Must include');
      const part = screen.getByLabelText('Episodes must also mention');
      fireEvent.change(part, { target: { value: 'とうきょ' } });
      expect(fireEvent.keyDown(part, { ...key, key: 'Enter' })).toBe(true);
      expect([part.isConnected, field]).toMatchObject([true, { value: '' }]);
      fireEvent.change(part, { target: { value: '東京' } });
      fireEvent.keyDown(part, { key: 'Enter', keyCode: 13 });
      expect(field).toHaveProperty('value', '+東京');
    },
  );
});

test('refuses a blank search without a request', async () => {
  const searches = backend(() => Response.json(many(0)));
  const { field, button } = open();
  await userEvent.type(field, ' , ');
  await userEvent.click(button);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('Please enter at least one keyword or phrase');
  expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  expect(document.activeElement).toBe(field);
  expect(searches).toEqual([]);
  await userEvent.type(field, 'a');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('opens the search and page of the URL', async () => {
  backend(() => Response.json(many(23)));
  const { field, titles } = open('/?q=openai,sam+altman&page=3');
  await waitFor(() => expect(titles()).toEqual(['Episode 21', 'Episode 22', 'Episode 23']));
  expect(field).toHaveProperty('value', 'openai, sam altman');
  expect(screen.getAllByText('23 episodes, newest first, page 3 of 3')).not.toHaveLength(0);
});

test('restricts a search to notes in the URL and the feed', async () => {
  const searches = backend(() => Response.json(many(12)));
  const { field, address, titles } = open('/?q=openai');
  await userEvent.click(await screen.findByRole('link', { name: /^Notes only/ }));
  expect(address()).toBe('/?q=openai&in=notes');
  expect(await screen.findByText('Searching titles and show notes only.')).toBeTruthy();
  expect(screen.getByText('Notes only', { selector: 'summary' }).textContent).toBe(
    'Search in: Notes only',
  );
  expect(screen.getByRole('link', { name: /^Anywhere/ }).getAttribute('href')).toBe('/?q=openai');
  expect(searches.map(({ spoken }) => spoken)).toEqual([undefined, false]);
  expect(screen.getByRole('link', { name: 'RSS feed' }).getAttribute('href')).toBe(
    '/search.xml?q=openai&in=notes',
  );
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(
    '/?q=openai&in=notes&page=2',
  );
  await userEvent.clear(field);
  await userEvent.type(field, 'claude{Enter}');
  await waitFor(() => expect(titles()).toHaveLength(10));
  expect(address()).toBe('/?q=claude&in=notes');
  // Without JavaScript, the form sends these fields.
  const form = new FormData(field.closest('form')!);
  expect([...form]).toEqual([
    ['q', 'claude'],
    ['in', 'notes'],
  ]);
  expect(searches.at(-1)).toMatchObject({ keywords: ['claude'], spoken: false });
});

test('options can be reset if nothing is found', async () => {
  backend(() => Response.json(many(0)));
  open('/?q=openai&in=notes&period=week');
  const leads = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByText(/^No episodes found for your search/);
  expect(leads(/^Anywhere/)).toBe('/?q=openai&period=week');
  expect(leads(/^Past month/)).toBe('/?q=openai&in=notes');
  // If nothing is found, options with their default values are hidden.
  cleanup();
  searchStore.clear();
  open('/?q=openai');
  await screen.findByText(/^No episodes found for your search/);
  expect(screen.queryByText('Past month')).toBeNull();
});

test('restricts a search to the past week in the URL', async () => {
  const searches = backend(() => Response.json(many(12)));
  const { address } = open('/?q=openai');
  await userEvent.click(await screen.findByRole('link', { name: 'Past week' }));
  expect(address()).toBe('/?q=openai&period=week');
  await screen.findByRole('link', { name: 'Past week', current: true });
  const [month, week] = searches.map(({ startDate = 0 }) => Date.now() - startDate);
  expect(month).toBeGreaterThan(27 * DAY_MS);
  // The past week begins at midnight UTC, as the week of the trend does.
  expect((searches.at(-1)?.startDate ?? 1) % DAY_MS).toBe(0);
  expect(Math.floor(week! / DAY_MS)).toBe(6);
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(
    '/?q=openai&period=week&page=2',
  );
});

test('the chart beside results of the past month has their number', async () => {
  const days = Array.from({ length: TREND_DAYS }, () => 1);
  const trend = { lastDay: Math.floor(Date.now() / DAY_MS) * DAY_MS, days, shows: [] };
  backend(() => Response.json({ ...many(23), trend }));
  open('/?q=openai');
  expect(await screen.findAllByText('23 episodes in the past month')).not.toHaveLength(0);
  expect(screen.queryByText(/^30 episodes since/)).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Past week' }));
  expect(await screen.findAllByText(/^30 episodes since/)).not.toHaveLength(0);
});

test('the search card shows its label and the name of its button above results, too', async () => {
  backend(() => Response.json(many(3)));
  const { button } = open('/?q=openai');
  await screen.findByText('Episode 1');
  const hidden = [...document.querySelectorAll('[class*="sr-only"]')].map(
    (each) => each.textContent,
  );
  expect(button.textContent).toBe('Search Episodes');
  expect(hidden).not.toContain('Search Episodes');
  expect(hidden).not.toContain('Keywords or Phrases (separated by commas)');
});

test('sorts by relevance if the backend can, and explains it', async () => {
  const found = (sort?: SearchSort) => Response.json({ ...many(12), ...(sort && { sort }) });
  const searches = backend(({ sort = 'newest' }) => found(sort));
  const { address } = open('/?q=openai');
  await userEvent.click(await screen.findByRole('link', { name: /^Most relevant/ }));
  expect(address()).toBe('/?q=openai&sort=relevance');
  expect(await screen.findByText('Main topics first, among the newest 1,000.')).toBeTruthy();
  expect(screen.getAllByText('12 episodes, most relevant first, page 1 of 2')).not.toHaveLength(0);
  expect(searches.map(({ sort }) => sort)).toEqual([undefined, 'relevance']);
  const usual = screen.getByRole('link', { name: 'Newest', current: false });
  expect(usual.getAttribute('href')).toBe('/?q=openai');
});

test('restricts a search to main topics in the URL', async () => {
  const searches = backend(() => Response.json({ ...many(12), sort: 'newest' }));
  const { address } = open('/?q=openai&sort=relevance');
  await userEvent.click(await screen.findByRole('link', { name: /^Main topic only/ }));
  expect(address()).toBe('/?q=openai&sort=relevance&strength=about');
  expect(
    await screen.findByText(/Episodes about this, not those that mention it in passing\./),
  ).toBeTruthy();
  expect(searches.map(({ strength }) => strength)).toEqual([undefined, 'about']);
  const said = () => screen.getByText(/Main topic only/, { selector: 'summary' }).textContent;
  expect(said()).toBe('Show, Search in: Main topic only');
  await userEvent.click(screen.getByRole('link', { name: /^Notes only/ }));
  await waitFor(() => expect(said()).toBe('Show, Search in: Main topic only, Notes only'));
});

test('reports a search that cannot be ranked; offers no ranking if the backend has none', async () => {
  backend(() => Response.json({ ...many(12), sort: 'newest' }));
  open('/?q=openai&sort=relevance');
  expect(await screen.findByText(/^Too many matches to sort by relevance/)).toBeTruthy();
  cleanup();
  searchStore.clear();
  backend(() => Response.json(many(12)));
  open('/?q=openai&sort=relevance');
  await screen.findByRole('link', { name: 'Past week' });
  await waitFor(() => expect(screen.getAllByText(/^12 episodes, newest first/)).toBeTruthy());
  expect(screen.queryByRole('link', { name: /^Most relevant/ })).toBeNull();
});

test('links the feed of a search in the head and on the page', async () => {
  backend(() => Response.json(many(3)));
  open('/?q=openai,sam+altman');
  const link = await screen.findByRole('link', { name: 'RSS feed' });
  expect(link.getAttribute('href')).toBe('/search.xml?q=openai,sam+altman');
  const named = document.head.querySelector('link[type="application/rss+xml"]');
  expect([named?.getAttribute('title'), named?.getAttribute('href')]).toEqual([
    'openai, sam altman',
    '/search.xml?q=openai,sam+altman',
  ]);
});

test('refuses an invalid query in the URL without a request', () => {
  const searches = backend(() => Response.json(many(0)));
  open(`/?q=${'x'.repeat(201)}`);
  expect(screen.getByRole('alert').textContent).toBe(
    'A keyword or phrase can have at most 200 characters',
  );
  expect(searches).toEqual([]);
});

describe('pages', () => {
  test('turning pages changes the URL and scrolls to the top, without another search', async () => {
    const searches = backend(() => Response.json(many(23)));
    const { address, titles } = open('/?q=openai');
    const pages = await screen.findByRole('navigation', { name: 'Pages of results' });
    const isDisabled = (name: string) =>
      within(pages).getByRole('link', { name }).getAttribute('aria-disabled') === 'true';
    expect(isDisabled('Previous')).toBe(true);
    await userEvent.click(within(pages).getByRole('link', { name: 'Next' }));
    expect(address()).toBe('/?q=openai&page=2');
    expect(titles()[0]).toBe('Episode 11');
    const heading = screen.getByRole('heading', { name: /page 2 of 3/ });
    expect(document.activeElement).toBe(heading);
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
    await userEvent.click(within(pages).getByRole('link', { name: 'Page 3' }));
    expect(titles()).toHaveLength(3);
    expect(isDisabled('Next')).toBe(true);
    expect(searches).toHaveLength(1);
  });

  test('shows no pagination for a single page', async () => {
    backend(() => Response.json(many(10)));
    const { titles } = open('/?q=openai');
    await waitFor(() => expect(titles()).toHaveLength(10));
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

test('shows the specified text if nothing is found', async () => {
  backend(() => Response.json(many(0)));
  open('/?q=zzz');
  expect(
    await screen.findByText(
      'No episodes found for your search. Try different keywords or create an alert to be notified when new episodes are available.',
    ),
  ).toBeTruthy();
});

test('a failure shows the panel; Retry Search omits the start date', async () => {
  let failing = true;
  const searches = backend(() =>
    failing ? new Response('', { status: 500 }) : Response.json(many(1)),
  );
  const { titles } = open('/?q=openai');
  const panel = await screen.findByRole('alert');
  expect(within(panel).getByRole('heading').textContent).toBe('Search Error');
  expect(panel.textContent).toContain('temporarily unavailable');
  failing = false;
  await userEvent.click(within(panel).getByRole('button', { name: 'Retry Search' }));
  await waitFor(() => expect(titles()).toEqual(['Episode 1']));
  expect(searches[1]).toEqual({ keywords: ['openai'], language: 'English' });
});

test('marks the list as busy while searching', async () => {
  backend(() => new Promise(() => undefined));
  open('/?q=openai');
  const results = screen.getByRole('region', { name: 'Search results' });
  await waitFor(() => expect(results.getAttribute('aria-busy')).toBe('true'));
  expect(within(results).getByRole('status').textContent).toBe('Searching…');
});

test('shows the person’s keywords instead of examples', () => {
  backend(() => Response.json(many(0)));
  const tracking = vi.fn(() => <p>Own keywords</p>);
  render(<HomePage slots={{ tracking }} />, { wrapper: MemoryRouter });
  expect(screen.getByText('Own keywords')).toBeTruthy();
  expect(screen.queryByText('Try')).toBeNull();
  cleanup();
  render(<HomePage slots={{ tracking: (_, examples) => examples }} />, { wrapper: MemoryRouter });
  expect(screen.getByText('Try')).toBeTruthy();
});

test('keeps the alert panel above the results while searching', async () => {
  backend(() => new Promise(() => undefined));
  render(
    <MemoryRouter initialEntries={['/?q=openai']}>
      <HomePage slots={{ alerts: () => <p>Make an alert</p>, welcome: <p>Welcome</p> }} />
    </MemoryRouter>,
  );
  expect(await screen.findByText('Make an alert')).toBeTruthy();
  expect(screen.queryByText('Welcome')).toBeNull();
});

describe('the search field', () => {
  test('one click clears the field and keeps the focus', async () => {
    backend(() => Response.json(many(1)));
    const { field } = open();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    await userEvent.type(field, 'openai');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(field).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field);
  });

  test.each([
    ['closes a phone’s keyboard', true],
    ['keeps the focus with a mouse', false],
  ])('%s when a search begins', async (_, isTouch) => {
    backend(() => Response.json(many(1)));
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: isTouch && query === '(pointer: coarse)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const { field } = open();
    await userEvent.type(field, 'openai{Enter}');
    expect(document.activeElement === field).toBe(!isTouch);
    vi.unstubAllGlobals();
  });
});
