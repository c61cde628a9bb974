import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SearchRequest, searchRequestSchema } from 'functions/contract';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hubContent } from '#content/hub-content.ts';
import { hubPath } from '#content/hubs.ts';
import { SITE_PAGES } from '#content/site-pages.ts';
import { trendName } from '#content/trends.ts';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import {
  ALIAS,
  HUB,
  HUB_PATH,
  ORGANIZATION,
  PATH,
  TOPIC,
  TREND_PATH,
} from '#shared/testing/subject-pages.ts';
import { type Prerendered, PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { searchStore } from '#shared/search/search-store.ts';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { storedIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { App } from '#app/app.tsx';

const EPISODES = Array.from({ length: 7 }, (_, index) =>
  sampleEpisode({ title: `Episode ${index + 1}`, link: `https://shows.example/${index + 1}` }),
);

/** Mocks the backend; requests are validated with the contract, as on the server. */
function backend(
  search: () => Response | Promise<Response> = () =>
    Response.json({ episodes: EPISODES, total: EPISODES.length }),
) {
  const searches: SearchRequest[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/api/health') return Promise.resolve(new Response('', { status: 404 }));
    searches.push(searchRequestSchema.parse(JSON.parse(init?.body as string)));
    return Promise.resolve(search());
  });
  return searches;
}

/** Returns prerendered results of an organisation's page from a moment ago. */
function prerendered(episodes: Prerendered['episodes']): Prerendered {
  const about = { path: PATH, query: null };
  return { ...about, episodes, total: episodes.length, foundAtMs: Date.now() };
}

function open(address: string) {
  return render(
    <MemoryRouter initialEntries={[address]}>
      <App />
    </MemoryRouter>,
  );
}

// Selectors are faster than roles, which compute every accessible name on the page. The timeout allows for lazy pages,
// which are compiled from source here.
const heading = () => waitFor(() => select('h1'), { timeout: 20_000 });

function select(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

const titles = (region: HTMLElement) =>
  [...region.querySelectorAll('h3')].map(({ textContent }) => textContent);

function meta(name: string): string[] {
  const all = document.head.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`);
  return [...all].map((tag) => tag.getAttribute('content') ?? '');
}

function structuredDataTypes(): unknown[] {
  const scripts = document.querySelectorAll('script[type="application/ld+json"]');
  return [...scripts].flatMap((script) => {
    const data = JSON.parse(script.textContent) as { '@type'?: string; '@graph'?: object[] };
    return (data['@graph'] ?? [data]).map((thing) => (thing as { '@type': string })['@type']);
  });
}

/** One page of each kind and first path segment. The hosting suite tests all built pages. */
const ONE_OF_EACH = [
  ...new Map(
    SITE_PAGES.map((page) => [`${page.kind} ${page.path.split('/')[1] ?? ''}`, page]),
  ).values(),
].map((page) => [page.path, page] as const);

const ENTITIES = ONE_OF_EACH.filter(([, { kind }]) => kind === 'entity');
/** Aliases of the entities' pages, such as `/openai`. */
const BARE_ENTITIES = ENTITIES.map(([, page]) => [page.bareAlias ?? '', page] as const);

beforeEach(() => {
  sessionStore.start();
  searchStore.clear();
  window.scrollTo = vi.fn();
});

describe('every page', () => {
  test.each(ONE_OF_EACH)(
    '%s has one title, description, canonical URL, feed and tags for sharing',
    async (path, page) => {
      backend();
      open(path);
      await heading();
      expect(document.title).toBe(`${page.title} – Earshot`);
      expect(document.head.querySelectorAll('title')).toHaveLength(1);
      expect(meta('description')).toEqual([page.description]);
      const canonical = document.head.querySelectorAll('link[rel=canonical]');
      expect([...canonical].map((link) => link.getAttribute('href'))).toEqual([
        `http://localhost:5050${path}`,
      ]);
      const feeds = document.head.querySelectorAll('link[rel=alternate]');
      expect([...feeds].map((link) => link.getAttribute('href'))).toEqual(
        page.keywords ? [`${page.path}.xml`] : [],
      );
      expect(meta('og:title')).toEqual([page.title]);
      expect(meta('og:url')).toEqual([`http://localhost:5050${path}`]);
      expect(meta('og:image')[0]).toMatch(/^http:\/\/localhost:5050\/share\/[a-z0-9-]+\.png$/);
      expect(meta('twitter:card')).toEqual(['summary_large_image']);
      expect(meta('robots')).toEqual([]);
      expect(structuredDataTypes()).toEqual(
        {
          home: ['WebSite'],
          entity: [expect.stringMatching(/^(Person|Organization)$/), 'BreadcrumbList'],
          hub: ['BreadcrumbList', 'FAQPage'],
          trend: ['BreadcrumbList'],
          legal: ['BreadcrumbList'],
          about: ['BreadcrumbList'],
        }[page.kind],
      );
    },
  );
});

describe('a landing page', () => {
  test.each([...ENTITIES, ...BARE_ENTITIES])(
    'the landing page %s shows its heading and searches for its keywords',
    async (path, page) => {
      const searches = backend();
      open(path);
      expect((await heading()).textContent).toBe(`${page.name} Podcast Mentions`);
      expect(screen.getByText(`Latest podcast episodes featuring ${page.name}`)).toBeTruthy();
      const results = select('section[aria-label="Search results"]');
      await waitFor(() => expect(titles(results)).toHaveLength(EPISODES.length));
      expect(searches).toEqual([{ keywords: page.keywords, language: 'English' }]);
      expect(screen.getByRole('link', { name: 'Back to Search' }).getAttribute('href')).toBe('/');
    },
  );

  test('shows prerendered episodes at once, without a request', async () => {
    const searches = backend();
    const given = prerendered([sampleEpisode({ title: 'From the page itself' })]);
    render(
      <MemoryRouter initialEntries={[PATH]}>
        <PrerenderedEpisodes value={given}>
          <App />
        </PrerenderedEpisodes>
      </MemoryRouter>,
    );
    expect(titles(screen.getByRole('region', { name: 'Search results' }))).toEqual([
      'From the page itself',
    ]);
    const topics = screen.getByRole('complementary', { name: 'Related Topics' });
    expect(searches).toEqual([]);
    await userEvent.click(within(topics).getAllByRole('link')[0]!);
    await waitFor(() => expect(searches).toHaveLength(1));
  });

  test.each([
    [() => new Response('', { status: 503, statusText: 'Busy' }), 'Error: 503 - Busy'],
    [() => new Response('', { status: 500 }), 'Error: 500 - Internal Server Error'],
    [
      () => Promise.reject<Response>(new TypeError('Failed to fetch')),
      'Unable to connect to the search service. Please check your internet connection and try again.',
    ],
    [() => new Response('nonsense'), 'An unknown error occurred'],
  ])('explains a failed search, with a retry', async (answer, text) => {
    backend(answer);
    open(PATH);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(text)).toBeTruthy();
    expect(within(alert).getByRole('button', { name: 'Retry Search' })).toBeTruthy();
  });

  test('shows no episodes if the response contains none', async () => {
    backend(() => Response.json({}));
    open(PATH);
    expect(await screen.findByText(/^No episodes found for your search/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('offers alerts to visitors', async () => {
    backend();
    open(PATH);
    await heading();
    expect(screen.getByRole('heading', { name: 'New episodes by email' })).toBeTruthy();
    const link = screen.getByRole('link', { name: `Create alert for ${ORGANIZATION.name}` });
    expect(link.getAttribute('href')).toBe('/signup');
  });
});

describe('a trend page', () => {
  test.each([
    [TREND_PATH, trendName(TOPIC)],
    [hubPath(TOPIC), trendName(TOPIC)],
    ['/trends/climate-tech', 'Climate Tech'],
    ['/trends/caf%C3%A9-culture', 'Café Culture'],
    ['/trends/100%-pure', '100% Pure'],
  ])('the trend page %s is about %s', async (path, name) => {
    const searches = backend();
    open(path);
    expect((await heading()).textContent).toBe(name);
    await waitFor(() => expect(searches).toEqual([{ keywords: [name], language: 'English' }]));
  });

  test('keeps an unlisted trend out of search engines', async () => {
    backend();
    open('/trends/climate-tech');
    await heading();
    expect(meta('robots')).toEqual(['noindex']);
    expect(document.head.querySelector('link[rel=canonical]')).toBeNull();
  });

  test.each(['/trends', '/trends/', '/trends/-'])(
    'the address %s shows that no trend was found',
    async (path) => {
      const searches = backend();
      open(path);
      expect((await heading()).textContent).toBe('Trend not found');
      expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
      expect(searches).toEqual([]);
    },
  );
});

const CONTENT = hubContent(HUB.slug);
const FEATURED = `Featured ${CONTENT.shortName} Episodes`;
const LOAD_ALL = `Load All ${CONTENT.shortName} Episodes`;

describe('a hub', () => {
  test('a hub features four of the first six episodes, and loads all on demand', async () => {
    const searches = backend();
    open(HUB_PATH);
    const featured = await screen.findByRole('region', { name: FEATURED });
    await waitFor(() => expect(titles(featured)).not.toEqual([]));
    expect(titles(featured)).toEqual(['Episode 1', 'Episode 2', 'Episode 3', 'Episode 4']);
    const request = { keywords: [...HUB.keywords], language: 'English' };
    expect(searches).toEqual([request]);
    await userEvent.click(screen.getByRole('button', { name: LOAD_ALL }));
    expect(searches).toEqual([request, request]);
    const results = screen.getByRole('region', { name: 'Search results' });
    await waitFor(() => expect(titles(results)).toHaveLength(7));
    expect(searchStore.getState().lastSearchKeywords).toEqual(request.keywords);
  });

  test('a hub shows the featured episodes while all are loading', async () => {
    backend();
    open(HUB_PATH);
    await screen.findByRole('region', { name: FEATURED });
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await userEvent.click(screen.getByRole('button', { name: LOAD_ALL }));
    const results = screen.getByRole('region', { name: 'Search results' });
    expect(titles(results)).toHaveLength(6);
    expect(results.getAttribute('aria-busy')).toBe('true');
  });

  test('a hub without featured episodes omits the section, and logs the error', async () => {
    backend(() => new Response('', { status: 500 }));
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open(HUB_PATH);
    await heading();
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(screen.queryByText(FEATURED)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: LOAD_ALL }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error: 500 - Internal Server Error');
    log.mockReset();
  });

  test('a hub offers to follow its topic', async () => {
    backend();
    open(HUB_PATH);
    await heading();
    const follow = screen.getByRole('link', { name: /^Follow this topic/ });
    expect(follow.getAttribute('href')).toBe('/signup');
    await userEvent.click(follow);
    expect(JSON.parse(storedIntent() ?? '')).toMatchObject({ keywords: HUB.keywords });
  });

  test('a hub shows its figures, people, companies, topics, questions and related topics', async () => {
    backend();
    open(HUB_PATH);
    await heading();
    for (const { figure, label } of CONTENT.stats) {
      expect(screen.getByText(figure)).toBeTruthy();
      expect(screen.getByText(label)).toBeTruthy();
    }
    const { lists, discussion } = CONTENT;
    const shown = lists.map(({ title, entities }) => [title, entities.length] as const);
    expect(shown).not.toEqual([]);
    for (const [name, count] of [...shown, [discussion.title, discussion.topics.length] as const]) {
      expect(within(screen.getByRole('region', { name })).getAllByRole('link')).toHaveLength(count);
    }
    for (const { question } of CONTENT.faq) expect(screen.getByText(question)).toBeTruthy();
    const related = screen.getByRole('region', { name: 'Related Topics' });
    expect(
      within(related)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(CONTENT.related.map(({ path }) => path));
  });
});

test('an unknown address shows the not-found page, with a breadcrumb to home only', async () => {
  backend();
  open('/company/nobody');
  expect((await heading()).textContent).toBe('Nothing to hear here');
  const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(within(breadcrumb).getAllByRole('link')).toHaveLength(1);
});

test('capitals in an address redirect to lower case', async () => {
  const searches = backend();
  open(ALIAS.toUpperCase());
  expect((await heading()).textContent).toBe(`${ORGANIZATION.name} Podcast Mentions`);
  const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(within(breadcrumb).getByText(ORGANIZATION.name)).toBeTruthy();
  expect(searches).toHaveLength(1);
});
