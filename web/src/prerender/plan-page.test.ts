// @vitest-environment node
import { episodeRequestSchema, searchRequestSchema, showRequestSchema } from 'functions/contract';
import { expect, test } from 'vitest';
import { SITE_PAGES } from '#content/site-pages.ts';
import { SHOWN_EXAMPLES } from '#features/search/example-search.ts';
import { ALIAS, HUB_PATH, ORGANIZATION, PATH, TREND_PATH } from '#shared/testing/subject-pages.ts';
import { planPage } from './plan-page.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const MONTH_AGO = Date.UTC(2026, 9, 22, 12);
const DAY_MS = 86_400_000;

const plan = (address: string) => {
  const { pathname, search } = new URL(address, 'http://site');
  return planPage(pathname, search, NOW);
};

test('plans a page and its alias separately', () => {
  for (const address of [PATH, ALIAS]) {
    expect(plan(address)).toEqual({
      key: address,
      search: {
        keywords: [...ORGANIZATION.keywords],
        language: 'English',
        trend: 'beside',
        limit: 10,
      },
      listed: true,
    });
  }
});

test('every listed page with episodes has a valid search', () => {
  for (const page of SITE_PAGES.filter(({ keywords }) => keywords)) {
    const { search } = plan(page.path)!;
    expect(searchRequestSchema.safeParse(search).success, page.path).toBe(true);
  }
});

test.each([
  [`${PATH}?page=2`, `${PATH}?page=2`],
  [`${PATH}?page=5`, `${PATH}?page=5`],
  [`${PATH}?page=-1&utm_source=x`, PATH],
  [`${HUB_PATH}?page=3`, HUB_PATH],
  ['/?utm_source=x', '/'],
])('addresses like %s share the page %s', (address, key) => {
  expect(plan(address)).toMatchObject({ key, listed: true });
});

test.each([
  [`${PATH}?page=6`, `${PATH}?page=6`, 50],
  [`${ALIAS}?page=11`, `${ALIAS}?page=11`, 100],
  [`${TREND_PATH}?page=100`, `${TREND_PATH}?page=100`, 990],
  [`${PATH}?page=99999`, `${PATH}?page=100`, 990],
  ['/trends/quantum-computing?page=12', '/trends/quantum-computing?page=12', 110],
  ['/?q=OpenAI&page=25&x=y', '/?q=OpenAI&page=25', 240],
])(
  'requests the ten episodes of the further page %s, which counts as a search',
  (address, key, skip) => {
    const { search, ...planned } = plan(address)!;
    const isHome = address.startsWith('/?');
    expect(planned).toEqual(isHome ? { key, topics: true, listed: false } : { key, listed: false });
    expect(search).toMatchObject({ skip, limit: 10 });
    expect(searchRequestSchema.safeParse(search).success).toBe(true);
  },
);

test('the home page requests an example', () => {
  expect(plan('/')?.search).toEqual({ keywords: SHOWN_EXAMPLES, language: 'English' });
});

test('a search in the URL covers the last month and is unlisted', () => {
  const planned = plan('/?q=OpenAI%2C+sam+altman&page=2&x=y');
  expect(planned).toMatchObject({ key: '/?q=OpenAI%2C+sam+altman&page=2', listed: false });
  expect(planned?.search).toMatchObject({
    keywords: ['OpenAI', 'sam altman'],
    language: 'English',
  });
  expect(Math.abs(planned!.search!.startDate! - MONTH_AGO)).toBeLessThan(DAY_MS);
});

test('a search in notes only is a separate page', () => {
  const planned = plan('/?q=OpenAI&in=notes');
  expect(planned).toMatchObject({ key: '/?q=OpenAI&in=notes', search: { spoken: false } });
  expect(plan('/?q=OpenAI')?.search).not.toHaveProperty('spoken');
});

test('ignores the former option repeated in old links', () => {
  expect(plan('/?q=acme&page=2&repeated=1')).toEqual(plan('/?q=acme&page=2'));
});

test.each([
  ['/?q=', 'Please enter at least one keyword or phrase'],
  [`/?q=${'x'.repeat(201)}`, 'A keyword or phrase can have at most 200 characters'],
])('explains why %s is not a search', (address, problem) => {
  expect(plan(address)).toMatchObject({ search: null, listed: false, problem });
  expect(plan('/?q=OpenAI')).not.toHaveProperty('problem');
});

test('plans an unlisted trend, and no search for a slug without words', () => {
  expect(plan('/trends/quantum-computing')).toMatchObject({
    search: { keywords: ['Quantum Computing'] },
    listed: false,
  });
  expect(plan(TREND_PATH)).toMatchObject({ listed: true });
  // These addresses share one page.
  for (const address of ['/trends', '/trends/---', '/trends/-?page=2']) {
    expect(plan(address)).toEqual({ key: '/trends', search: null, listed: true });
  }
});

test.each([
  '/about',
  '/terms',
  '/login',
  '/nowhere',
  '/company/nobody',
  `${ALIAS}/`,
  '/trends/%E0%A4',
])('does not render %s', (address) => {
  expect(plan(address)).toBeNull();
});

const SHOW = '/show/0123456789abcdef0123';

test('plans a show’s page ten episodes at a time, as a search', () => {
  expect(plan(SHOW)).toEqual({
    key: SHOW,
    search: null,
    show: { id: '0123456789abcdef0123' },
    listed: false,
  });
  const further = plan(`${SHOW}?page=3&utm_source=x`)!;
  expect(further).toMatchObject({ key: `${SHOW}?page=3`, show: { skip: 20 }, listed: false });
  for (const { show } of [further, plan(`${SHOW}?page=99999`)!]) {
    expect(showRequestSchema.safeParse({ show }).success).toBe(true);
  }
});

const EPISODE = `/episode/0123456789abcdef0123/${'0'.repeat(32)}`;

test('plans an episode’s page and a moment in it, as a search', () => {
  const episode = { show: '0123456789abcdef0123', id: '0'.repeat(32) };
  expect(plan(EPISODE)).toEqual({ key: EPISODE, search: null, episode, listed: false });
  expect(plan(`${EPISODE}?utm_source=x&t=953`)).toMatchObject({
    key: `${EPISODE}?t=953`,
    episode: { ...episode, atS: 953 },
  });
  for (const query of ['?t=', '?t=-1', '?t=1.5', '?t=15m', '?t=99999999', '?at=5']) {
    expect(plan(EPISODE + query)).toEqual({ key: EPISODE, search: null, episode, listed: false });
  }
  const { episode: latest } = plan(`${EPISODE}?t=999999`)!;
  expect(episodeRequestSchema.safeParse({ episode: latest }).success).toBe(true);
});

test.each([
  '/episode',
  '/episode/0123456789abcdef0123',
  `${EPISODE}0`,
  `${EPISODE}/more`,
  EPISODE.toUpperCase(),
  '/show',
  '/show/',
  '/show/the-show',
  '/show/0123456789abcdef012',
  '/show/0123456789abcdef01234',
  '/show/0123456789ABCDEF0123',
  '/show/%27%3B%20DROP',
  `${SHOW}/`,
  `${SHOW}/episodes`,
])('does not treat %s as a show', (address) => {
  expect(plan(address)).toBeNull();
});

test('joins the two fields of a show’s form into one query', () => {
  const query = new URLSearchParams([
    ['q', 'show:"The Show"'],
    ['q', 'copper, tin'],
  ]);
  expect(plan(`/?${query.toString()}`)).toMatchObject({
    search: { keywords: ['show:"The Show"', 'copper', 'tin'] },
  });
});
