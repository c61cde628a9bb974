import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS } from 'functions/contract';
import { describe, expect, test } from 'vitest';
import type { Prefix } from './entity.ts';
import { HOME_GROUPS } from './home-groups.ts';
import { HUB_CONTENT } from './hub-content.ts';
import { entities, mainList, ROSTER } from './roster.ts';
import { SITE_PAGES } from './site-pages.ts';

/** First parts of addresses that are something else than a page of the roster. */
const TAKEN = [
  ...['login', 'signup', 'forgot-password', 'dashboard', 'alerts', 'bookmarks', 'unsubscribe'],
  ...['api', 'assets', 'share', 'icons', 'index', '404', '__', 'trends', 'topics', 'search'],
  ...['favicon.svg', 'robots.txt', 'sitemap.xml', 'manifest.webmanifest'],
];

describe('the slugs', () => {
  const slugs = ROSTER.map(({ slug }) => slug);

  test('are unique, and may stand in an address as they are', () => {
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('collide with no other first part of an address, prefixes included', () => {
    const listed = SITE_PAGES.map(({ path }) => path.split('/')[1] ?? '');
    for (const slug of slugs) expect([...TAKEN, ...listed]).not.toContain(slug);
  });

  test('that nothing has are refused', () => {
    expect(() => entities('sam-altman', 'nobody')).toThrow('nobody');
  });
});

const LISTED: Record<Prefix, number> = {
  ceo: 10,
  founder: 3,
  'ai-leader': 1,
  entrepreneur: 1,
  political: 1,
  investor: 12,
  company: 2,
  vc: 12,
};

test.each(Object.entries(LISTED) as [Prefix, number][])('/%s/ lists %i', (prefix, count) => {
  expect(mainList(prefix)).toHaveLength(count);
});

test('twenty more are linked from elsewhere', () => {
  expect(ROSTER.filter(({ linked }) => linked)).toHaveLength(20);
});

test('every keyword is one the search takes, and none would change in its form field', () => {
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
  '%s is a common word, and searches for more than that word',
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

test('the home page has its six groups, in their order', () => {
  expect(HOME_GROUPS.map(({ title, entities: of }) => [title, of.length])).toEqual([
    ['Big Tech CEOs', 6],
    ['Tech Founders & AI Leaders', 4],
    ['Software & Services CEOs', 4],
    ['AI Companies', 18],
    ['Venture Capital Legends', 12],
    ['Major VC Firms', 12],
  ]);
});

describe('the hubs', () => {
  test.each([
    ['ai-machine-learning', [4, 2], 0, 10],
    ['venture-capital', [7, 6], 6, 10],
    ['tech-leadership', [6, 2, 4], 0, 10],
  ] as const)('%s has lists of %j, %i stages, %i topics and three questions', (slug, ...counts) => {
    const { lists, stages, discussion, faq } = HUB_CONTENT[slug];
    expect([
      lists.map((list) => list.entities.length),
      stages.length,
      discussion.topics.length,
    ]).toEqual(counts);
    expect(faq).toHaveLength(3);
  });
});
