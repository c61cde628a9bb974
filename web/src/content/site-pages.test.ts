import { describe, expect, test } from 'vitest';
import { breadcrumbsAt } from './breadcrumbs.ts';
import { CATEGORIES, entityPath } from './categories.ts';
import { FOOTER_COLUMNS } from './footer-columns.ts';
import { HOME_GROUPS } from './home-groups.ts';
import { hubContent } from './hub-content.ts';
import { HUBS, hubPath } from './hubs.ts';
import { relatedTopics } from './related-topics.ts';
import { shareKey } from './page-kinds.ts';
import { ROSTER } from './roster.ts';
import { SITE_PAGES, sitePageAt, trendPage } from './site-pages.ts';
import { structuredData } from './structured-data.ts';
import { trendName, trendPath, TRENDS } from './trends.ts';

const SITE = { name: 'Earshot', url: 'https://earshot.example' };
const ofType = (type: 'Person' | 'Organization') =>
  ROSTER.find(({ prefix }) => CATEGORIES[prefix].schemaType === type)!;
const person = ofType('Person');
const organization = ofType('Organization');
const topic = TRENDS.find(({ isTopic }) => isTopic)!.slug;
const hub = HUBS[0]!;
const addresses = SITE_PAGES.flatMap(({ path, bareAlias }) =>
  bareAlias === undefined ? [path] : [path, bareAlias],
);

describe('the pages', () => {
  test('pages have unique, valid addresses', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(address).toMatch(/^\/[a-z0-9/-]*$/);
  });

  test('pages have unique titles, descriptions and share images', () => {
    for (const of of [
      SITE_PAGES.map(({ title }) => title),
      SITE_PAGES.map(({ description }) => description),
      SITE_PAGES.map(({ path }) => shareKey(path)),
    ]) {
      expect(new Set(of).size).toBe(of.length);
    }
    for (const { title, description } of SITE_PAGES) {
      expect(`${title} – ${SITE.name}`.length).toBeLessThanOrEqual(65);
      expect(description.length, description).toBeGreaterThanOrEqual(60);
      expect(description.length, description).toBeLessThanOrEqual(160);
    }
  });

  test.each([
    [entityPath(person), entityPath(person)],
    [`/${person.slug}`, entityPath(person)],
    [`/${person.slug}/`, entityPath(person)],
    [hubPath(topic), trendPath(topic)],
    ['/', '/'],
    [`/${person.prefix}/nobody`, undefined],
    ['/trends/anything', undefined],
    ['', undefined],
  ])('the address %s shows the page %s', (address, path) => {
    expect(sitePageAt(address)?.path).toBe(path);
  });
});

describe('a trend', () => {
  test.each([
    ['startup-funding', 'Startup Funding'],
    ['podcast-industry', 'Podcast Industry'],
    ['quantum', 'Quantum'],
    ['öko-strom', 'Öko Strom'],
    ['--a--b-', 'A B'],
    ['-', ''],
    ['', ''],
    ['x'.repeat(101), ''],
  ])('names the trend %j as %j', (slug, name) => {
    expect(trendName(slug)).toBe(name);
    expect(trendPage({ slug })?.keywords ?? null).toEqual(name === '' ? null : [name]);
  });
});

describe('the breadcrumb', () => {
  test.each([
    ['/', []],
    [entityPath(person), ['Home', CATEGORIES[person.prefix].many, person.name]],
    [`/${person.slug}`, ['Home', CATEGORIES[person.prefix].many, person.name]],
    [hubPath(hub.slug), ['Home', 'Topics', hub.name]],
    [hubPath(topic), ['Home', 'Trending Topic', trendName(topic)]],
    ['/trends/quantum-leaps', ['Home', 'Trending Topic', 'Quantum Leaps']],
    ['/trends/%C3%B6ko', ['Home', 'Trending Topic', 'Öko']],
    ['/trends/%E0%A4%A', ['Home', 'Trending Topic', '%E0%A4%A']],
    ['/trends', ['Home', 'Trending Topic']],
    ['/terms', ['Home', 'Legal', 'Terms of Service']],
    ['/about', ['Home', 'About']],
    ['/dashboard', ['Home', 'Account', 'Account Settings']],
    ['/show/0123456789abcdef0123', ['Home', 'Shows', 'Show']],
    [`/episode/0123456789abcdef0123/${'0'.repeat(32)}`, ['Home', 'Show', 'Episode']],
    ['/nowhere', ['Home', 'Page not found']],
  ])('the breadcrumb of %s is %j', (address, names) => {
    expect(breadcrumbsAt(address).map(({ name }) => name)).toEqual(names);
  });

  test('pages of shows and episodes have their names, once these are known', () => {
    const named = { show: 'Café Kilobyte', episode: 'Crumbs' };
    const show = '/show/0123456789abcdef0123';
    expect(breadcrumbsAt(show, named)).toMatchObject([
      { name: 'Home' },
      { name: 'Shows' },
      { name: 'Café Kilobyte' },
    ]);
    expect(breadcrumbsAt(`/episode/0123456789abcdef0123/${'0'.repeat(32)}`, named)).toEqual([
      { name: 'Home', path: '/' },
      { name: 'Café Kilobyte', path: show },
      { name: 'Crumbs' },
    ]);
  });

  test('breadcrumbs link only to existing pages', () => {
    for (const address of addresses) {
      for (const { path } of breadcrumbsAt(address)) {
        if (path !== undefined) expect(sitePageAt(path)).toBeDefined();
      }
    }
  });
});

describe('related topics', () => {
  test('related topics are up to six other existing pages, the same at every visit', () => {
    for (const page of SITE_PAGES) {
      const topics = relatedTopics(page);
      expect(new Set(topics.map(({ path }) => path)).size).toBe(topics.length);
      for (const { path } of topics) {
        expect(path).not.toBe(page.path);
        expect(sitePageAt(path)).toBeDefined();
      }
      expect(relatedTopics(page)).toEqual(topics);
      if (!page.entity) expect(topics).toHaveLength(6);
    }
  });

  test('related topics of an entity are up to three of its category, then three others', () => {
    for (const page of SITE_PAGES.filter(({ entity }) => entity)) {
      const categories = relatedTopics(page).map(({ path }) => sitePageAt(path)?.category);
      const others = categories.filter((category) => category !== page.category);
      const alike = categories.slice(0, -others.length);
      expect(others, page.path).toHaveLength(3);
      expect(new Set(alike), page.path).toEqual(new Set(alike.length > 0 ? [page.category] : []));
      // In a small category, each page links to all others.
      const few = SITE_PAGES.filter(({ category }) => category === page.category).length - 1;
      expect(alike.length, page.path).toBe(Math.min(3, few));
    }
  });

  test('related topics differ between pages', () => {
    const choices = SITE_PAGES.map((page) => JSON.stringify(relatedTopics(page)));
    expect(new Set(choices).size).toBe(choices.length);
  });
});

test('the footer and the hubs link to pages that exist', () => {
  const links = [
    ...FOOTER_COLUMNS.flatMap((column) => column.links),
    ...HUBS.flatMap(({ slug }) => hubContent(slug).related),
  ];
  for (const { path } of links) expect(sitePageAt(path), path).toBeDefined();
});

test('every entity that lists omit is linked from a page', () => {
  const links = new Set([
    ...FOOTER_COLUMNS.flatMap((column) => column.links.map(({ path }) => path)),
    ...HOME_GROUPS.flatMap((group) => group.entities.map(entityPath)),
    ...SITE_PAGES.flatMap((page) => relatedTopics(page).map(({ path }) => path)),
  ]);
  for (const entity of ROSTER.filter(({ linked }) => linked)) {
    expect(links, entity.slug).toContain(entityPath(entity));
  }
});

interface Thing {
  '@type': string;
  name?: string;
  url?: string;
  mainEntityOfPage?: string;
  itemListElement?: { '@type': string; position: number; name: string; item: string }[];
}

describe('structured data', () => {
  const graphOf = (path: string) => {
    const data = JSON.parse(JSON.stringify(structuredData(sitePageAt(path)!, SITE))) as {
      '@context': string;
      '@graph': Thing[];
    };
    expect(data['@context']).toBe('https://schema.org');
    return data['@graph'];
  };

  test('structured data of the home page describes the site and its search', () => {
    expect(graphOf('/')).toMatchObject([
      {
        '@type': 'WebSite',
        name: 'Earshot',
        url: 'https://earshot.example/',
        potentialAction: {
          target: { urlTemplate: 'https://earshot.example/?q={search_term_string}' },
        },
      },
    ]);
  });

  test.each([
    [entityPath(person), 'Person', person.name],
    [entityPath(organization), 'Organization', organization.name],
  ])('structured data of %s describes a %s', (path, type, name) => {
    const subject = { '@type': type, name, mainEntityOfPage: SITE.url + path };
    expect(graphOf(path)[0]).toMatchObject(subject);
  });

  test('structured data contains a numbered breadcrumb with URLs, except for home', () => {
    for (const { path, name, kind } of SITE_PAGES) {
      if (kind === 'home') continue;
      const list = graphOf(path).find((thing) => thing['@type'] === 'BreadcrumbList');
      const steps = list?.itemListElement ?? [];
      expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
      expect(steps[0]).toMatchObject({ name: 'Home', item: 'https://earshot.example/' });
      expect(steps.at(-1)).toMatchObject({ name, item: SITE.url + path });
    }
  });
});
