// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SITE_PAGES } from '../src/content/site-pages.ts';
import * as SHIPPED from '../src/content/subject.ts';
import { checkSubject, pageProblems, subjectProblems, TAKEN } from './check-subject.ts';
import * as COOKING from './fixtures/cooking-subject.ts';

const { chef, author } = COOKING.CATEGORIES;
const noma = { slug: 'noma', name: 'Noma', description: 'Copenhagen' };
const withChefs = (...entities: object[]) => ({
  CATEGORIES: {
    ...COOKING.CATEGORIES,
    chef: { ...chef, entities: [...chef.entities, ...entities] },
  },
});
const [hub] = COOKING.HUBS;

test('accepts the shipped subject and another one', () => {
  expect(subjectProblems(SHIPPED)).toEqual([]);
  expect(subjectProblems(COOKING)).toEqual([]);
  expect(() => checkSubject()).not.toThrow();
});

describe('names what is wrong with the shape', () => {
  test.each([
    [{ COVERED: undefined }, 'COVERED: Invalid input: expected string, received undefined.'],
    [{ HUBS: [{ ...hub, description: 'Bread' }] }, 'HUBS[0].description: At least 60 characters.'],
    [
      { HUBS: [{ ...hub, description: 'x'.repeat(161) }] },
      'HUBS[0].description: At most 160 characters.',
    ],
    [{ HUBS: [{ ...hub, keywords: [] }] }, 'HUBS[0].keywords: At least one is needed.'],
    [{ TRENDS: [] }, 'TRENDS: At least one is needed.'],
    [
      { TRENDS: [{ slug: 'Street Food' }] },
      'TRENDS[0].slug: A slug has a-z, 0-9 and single hyphens.',
    ],
    [
      withChefs({ ...noma, slug: 'alinea', name: '' }),
      'CATEGORIES.chef.entities[4].name: This text is empty.',
    ],
    [
      withChefs({ ...noma, slug: 'alinea', keywords: [] }),
      'CATEGORIES.chef.entities[4].keywords: At least one is needed.',
    ],
    [
      withChefs({ ...noma, slug: 'alinea', description: 'Director of Alinea' }),
      'CATEGORIES.chef.entities[4].description: Name the organisation or the field, because job titles change.',
    ],
    [{ KINDS: ['cook'] }, 'KINDS[0]: A kind begins with "a" or "an".'],
    [
      { FOOTER: [...COOKING.FOOTER, { title: 'Third', slugs: ['noma'] }] },
      'FOOTER: The footer has room for two columns.',
    ],
  ])('%#: %s', (change, problem) => {
    expect(subjectProblems({ ...COOKING, ...change })).toEqual([problem]);
  });
});

describe('names parts that contradict each other', () => {
  test.each([
    [withChefs(noma), 'CATEGORIES: the slug noma is there twice.'],
    [
      withChefs({ ...noma, slug: 'alerts' }),
      'CATEGORIES: /alerts is an address of the site, so it needs another slug.',
    ],
    [
      withChefs({ ...noma, slug: 'author' }),
      'CATEGORIES: author is a category and an entity, and both want /author.',
    ],
    [
      { CATEGORIES: { ...COOKING.CATEGORIES, author: { ...author, hub: 'wine' } } },
      'CATEGORIES, author: there is no wine.',
    ],
    [
      withChefs({ ...noma, slug: 'alinea', keywords: ['Alinea, Chicago'] }),
      'alinea: a keyword is there twice, or has a comma or too many blanks.',
    ],
    [
      withChefs({ ...noma, slug: 'alinea', keywords: ['x'.repeat(201)] }),
      expect.stringMatching(/^alinea: .*200 characters/),
    ],
    [{ HUBS: [...COOKING.HUBS, { ...hub, slug: 'wine' }] }, 'HUB_PAGES: the hub wine has no page.'],
    [{ TRENDS: [...COOKING.TRENDS, { slug: 'bbq' }] }, 'TRENDS: bbq is there twice.'],
    [
      {
        TRENDS: [{ slug: 'home-baking', isTopic: true }, ...COOKING.TRENDS.slice(1)],
      },
      "TRENDS: /topics/home-baking is the hub's address, so the trend is no topic.",
    ],
    [
      { HOME_GROUPS: [{ title: 'Wine', categories: ['sommelier'] }] },
      'HOME_GROUPS, "Wine": there is no sommelier.',
    ],
    [
      { FOOTER: [{ title: 'Cooks', slugs: ['noma', 'nobody', 'noma'] }] },
      'FOOTER, "Cooks": there is no nobody.',
      'FOOTER, "Cooks": noma is there twice.',
    ],
    [
      {
        HUB_PAGES: {
          ...COOKING.HUB_PAGES,
          restaurants: { ...COOKING.HUB_PAGES.restaurants, related: ['wine'] },
        },
      },
      'HUB_PAGES, restaurants, related: there is no wine.',
    ],
    [
      { MEANINGS: [{ name: 'Noma', is: 'the restaurant', words: Array(21).fill('menu') }] },
      'MEANINGS, Noma: fewer words, as name and words are one keyword.',
    ],
    [
      { EXAMPLE_NAMES: ['Nobody', 'Geranium', 'Two Words', 'Michelin'] },
      'EXAMPLE_NAMES: Nobody comes first, so it must be a name in CATEGORIES.',
      'EXAMPLE_NAMES: Two Words is not one word.',
    ],
    [{ EXAMPLE_PERSON: 'Samin' }, 'EXAMPLE_PERSON: a first and a last name.'],
    [
      { SUGGESTED_TOPICS: [{ words: ['Bread'], topics: ['Mary Berry'] }] },
      'SUGGESTED_TOPICS: write Bread in lower case.',
    ],
  ])('%#: %s', (change, ...problems) => {
    expect(subjectProblems({ ...COOKING, ...change })).toEqual(problems);
  });
});

test('names pages that collide or are too long', () => {
  const page = SITE_PAGES.find(({ kind }) => kind === 'entity')!;
  const other = { ...page, path: page.path.replace(/-?[a-z]+$/, '-other') };
  expect(pageProblems(SITE_PAGES)).toEqual([]);
  expect(pageProblems([page, page])).toHaveLength(5);
  expect(pageProblems([page, { ...other, bareAlias: '/other', title: 'x'.repeat(56) }])).toEqual([
    expect.stringContaining('Two pages have the description'),
    `${other.path}: its title has 56 characters, at most 55 fit.`,
  ]);
});

test('refuses every address that Hosting rewrites elsewhere', () => {
  const file = path.join(import.meta.dirname, '../../firebase.json');
  const { hosting } = JSON.parse(readFileSync(file, 'utf8')) as {
    hosting: { rewrites: { source: string; function?: { functionId: string } }[] };
  };
  const others = hosting.rewrites
    .filter((rewrite) => rewrite.function?.functionId !== 'pages')
    .map(({ source }) => source.split('/')[1] ?? '')
    .filter((segment) => /^[a-z0-9-]+$/.test(segment));
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter((segment) => !TAKEN.includes(segment))).toEqual([]);
});
