import { CATEGORIES, type Entity, entityPath } from './categories.ts';
import { type Hub, HUBS, hubPath } from './hubs.ts';
import { ROSTER } from './roster.ts';
import { COVERED } from './subject.ts';
import type { Trend } from './subject-schema.ts';
import { trendName, trendPath, TRENDS } from './trends.ts';

export interface SitePage {
  /** Canonical path, such as `/company/openai`. */
  path: string;
  /** An alias that shows the same page, such as `/openai`. */
  bareAlias?: string;
  kind: 'home' | 'entity' | 'trend' | 'hub' | 'legal' | 'about';
  /** The last step of the breadcrumb. */
  name: string;
  /** `PageMeta` appends the site's name. */
  title: string;
  /** At most 160 characters. */
  description: string;
  /** The middle step of the breadcrumb. */
  category?: string;
  keywords?: readonly string[];
  entity?: Entity;
  hub?: Hub;
}

/** A page of the site, or of a show or episode, which lists of pages do not contain. */
export interface DescribedPage extends Omit<SitePage, 'kind'> {
  kind: SitePage['kind'] | 'show' | 'episode';
  /** The middle step of the breadcrumb, if it has a page of its own. */
  parent?: { name: string; path: string };
  /** Structured data of the page's subject, a schema.org object. */
  subject?: Readonly<Record<string, unknown>>;
}

function entityPage(entity: Entity): SitePage {
  return {
    path: entityPath(entity),
    bareAlias: `/${entity.slug}`,
    kind: 'entity',
    name: entity.name,
    title: `${entity.name} Podcast Mentions`,
    description: `The latest podcast episodes that mention ${entity.name} (${entity.description}), newest first, and email alerts for new ones.`,
    category: CATEGORIES[entity.prefix].many,
    keywords: entity.keywords,
    entity,
  };
}

function hubPage(hub: Hub): SitePage {
  const { slug, name, description, keywords } = hub;
  return {
    path: hubPath(slug),
    kind: 'hub',
    name,
    title: `${name} Podcasts`,
    description,
    category: 'Topics',
    keywords,
    hub,
  };
}

/** Returns the page of a trend, null if the slug contains no word. */
export function trendPage({ slug, isTopic }: Trend): SitePage | null {
  const name = trendName(slug);
  if (name === '') return null;
  return {
    path: trendPath(slug),
    ...(isTopic && { bareAlias: hubPath(slug) }),
    kind: 'trend',
    name,
    title: `${name} Podcast Episodes`,
    description: `What recent podcast episodes say about ${name}, newest first, and email alerts when a new one comes out.`,
    category: 'Trending Topic',
    keywords: [name],
  };
}

export const HOME_PAGE: SitePage = {
  path: '/',
  kind: 'home',
  name: 'Home',
  title: 'Search recent podcast episodes by keyword',
  description: `Search what recent podcast episodes are about, by keyword or phrase, across the shows that cover ${COVERED}.`,
};

export const INFORMATION = [
  {
    path: '/about',
    kind: 'about',
    name: 'About',
    title: 'About',
    description: 'What is covered, how a keyword matches an episode, and how alerts work.',
  },
  {
    path: '/developers',
    kind: 'about',
    name: 'Developers',
    title: 'Developers',
    description: 'How programs and assistants search episodes and keep alerts.',
  },
  {
    path: '/terms',
    kind: 'legal',
    name: 'Terms of Service',
    title: 'Terms of Service',
    description: 'The terms under which this podcast search and its email alerts can be used.',
    category: 'Legal',
  },
  {
    path: '/privacy',
    kind: 'legal',
    name: 'Privacy Policy',
    title: 'Privacy Policy',
    description: 'What this site stores about you, what it sends, to whom, and how to delete it.',
    category: 'Legal',
  },
] as const satisfies readonly SitePage[];

/** Addresses of the handwritten pages about the site. */
export type InformationPath = (typeof INFORMATION)[number]['path'];

/** Routes, breadcrumbs, sitemap and prerendering are derived from this list. */
export const SITE_PAGES: readonly SitePage[] = [
  HOME_PAGE,
  ...HUBS.map(hubPage),
  ...TRENDS.flatMap((trend) => trendPage(trend) ?? []),
  ...ROSTER.map(entityPage),
  ...INFORMATION,
];

const byAddress = new Map(
  SITE_PAGES.flatMap((page) => [
    [page.path, page] as const,
    ...(page.bareAlias === undefined ? [] : [[page.bareAlias, page] as const]),
  ]),
);

/** Finds the page by its path or alias, with or without a trailing slash. */
export function sitePageAt(pathname: string): SitePage | undefined {
  return byAddress.get(pathname === '/' ? pathname : pathname.replace(/\/$/, ''));
}
