import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import { entityPath } from './categories.ts';
import { FOOTER_COLUMNS } from './footer-columns.ts';
import { HOME_GROUPS } from './home-groups.ts';
import { HUB_CONTENT } from './hub-content.ts';
import { relatedTopics } from './related-topics.ts';
import { entities, mainList, ROSTER } from './roster.ts';
import { SITE_PAGES } from './site-pages.ts';

/** First path segments that are not entities. */
const TAKEN = [
  'login',
  'signup',
  'forgot-password',
  'dashboard',
  'alerts',
  'bookmarks',
  'unsubscribe',
  'api',
  'assets',
  'share',
  'icons',
  'index',
  '404',
  '__',
  'trends',
  'topics',
  'search',
  'favicon.svg',
  'robots.txt',
  'sitemap.xml',
  'manifest.webmanifest',
];

describe('the slugs', () => {
  const slugs = ROSTER.map(({ slug }) => slug);

  test('slugs are unique and valid in a URL', () => {
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('slugs collide with no other first path segment', () => {
    const listed = SITE_PAGES.map(({ path }) => path.split('/')[1] ?? '');
    for (const slug of slugs) expect([...TAKEN, ...listed]).not.toContain(slug);
  });

  test('refuses an unknown slug', () => {
    expect(() => entities('sam-altman', 'nobody')).toThrow('nobody');
  });
});

test('every prefix has a main list, and every linked entity is linked from a page', () => {
  for (const { prefix } of ROSTER) expect(mainList(prefix), prefix).not.toEqual([]);
  const links = new Set([
    ...FOOTER_COLUMNS.flatMap((column) => column.links.map(({ path }) => path)),
    ...HOME_GROUPS.flatMap((group) => group.entities.map(entityPath)),
    ...SITE_PAGES.flatMap((page) => relatedTopics(page).map(({ path }) => path)),
  ]);
  for (const entity of ROSTER.filter(({ linked }) => linked)) {
    expect(links, entity.slug).toContain(entityPath(entity));
  }
});

test('every keyword is valid in a search and unchanged by the form', () => {
  for (const { slug, keywords } of ROSTER) {
    expect(keywords.length, slug).toBeGreaterThanOrEqual(1);
    expect(keywords.length, slug).toBeLessThanOrEqual(MAX_KEYWORDS);
    for (const keyword of keywords) {
      expect(keyword.length, slug).toBeLessThanOrEqual(MAX_KEYWORD_LENGTH);
      expect(keyword, slug).toBe(keyword.split(',').join('').replace(/\s+/g, ' ').trim());
    }
  }
});

test.each(['accel', 'pally', 'idler', 'grok', 'claude', 'cohere'])(
  '%s is a common word, so its keywords are longer',
  (slug) => {
    for (const entity of entities(slug)) {
      for (const keyword of entity.keywords) expect(keyword.split(' ').length).toBeGreaterThan(1);
    }
  },
);

test('descriptions name organisations and fields, not job titles, and fit a card', () => {
  for (const { description } of ROSTER) {
    expect(description).not.toMatch(
      /\b(CEO|CTO|chair|president|partner\b|director|head of|founder\b)/i,
    );
    expect(description.length).toBeLessThanOrEqual(40);
  }
});

test('the home page has its six groups in order, without duplicates', () => {
  expect(HOME_GROUPS.map(({ title }) => title)).toEqual([
    'Big Tech CEOs',
    'Tech Founders & AI Leaders',
    'Software & Services CEOs',
    'AI Companies',
    'Venture Capital Legends',
    'Major VC Firms',
  ]);
  for (const { title, entities: of } of HOME_GROUPS) {
    expect(new Set(of).size, title).toBe(of.length);
    expect(of.length, title).toBeGreaterThanOrEqual(4);
  }
});

test.each(Object.entries(HUB_CONTENT))(
  '%s has non-empty lists, ten topics and three questions',
  (_slug, { lists, discussion, faq }) => {
    for (const { title, entities: of } of lists) expect(of.length, title).toBeGreaterThan(1);
    expect(discussion.topics).toHaveLength(10);
    expect(faq).toHaveLength(3);
  },
);

test('hubs say that names are found in transcripts, too', () => {
  const answers = Object.values(HUB_CONTENT).flatMap(({ faq }) => faq.map(({ answer }) => answer));
  const places = answers.filter((answer) => answer.includes('its notes'));
  expect(places).toHaveLength(2);
  for (const answer of places) expect(answer).toContain('where there is one');
});
