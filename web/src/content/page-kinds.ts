import { CATEGORIES } from './categories.ts';
import type { DescribedPage, SitePage } from './site-pages.ts';

/**
 * Returns the file name of a page's share image without extension: `company-openai` for `/company/openai`, `home` for
 * `/`. The build draws the images.
 */
export function shareKey(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** A schema.org object, as JSON-LD. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** Everything about a kind of page except its component (`app/routes/site-page-element.tsx`). */
interface PageKind {
  /** Null for pages that are prerendered files. All other pages are rendered on request. */
  episodes: {
    /** Number of episodes in the page's HTML data. */
    carried: number;
    shown: number;
    paged: boolean;
  } | null;
  /** Texts above the episodes of a topic; null if the page has its own component. */
  topic: ((page: SitePage) => { kicker: string; heading: string; subtitle: string }) | null;
  /** Structured data of the page's subject; the breadcrumb is added to it. */
  subject: ((page: DescribedPage) => StructuredData | null) | null;
}

const PAGES_OF_RESULTS = { carried: 10, shown: 10, paged: true };

const PAGE_KINDS = {
  home: {
    episodes: PAGES_OF_RESULTS,
    topic: null,
    subject: null,
  },
  entity: {
    episodes: PAGES_OF_RESULTS,
    topic: ({ name, entity }) => ({
      kicker: entity ? `${CATEGORIES[entity.prefix].one} · ${entity.description}` : '',
      heading: `${name} Podcast Mentions`,
      subtitle: `Latest podcast episodes featuring ${name}`,
    }),
    subject({ entity }) {
      if (!entity) return null;
      const { name, description, keywords, prefix } = entity;
      const aliases = keywords.filter((keyword) => keyword !== name);
      return {
        '@type': CATEGORIES[prefix].schemaType,
        name,
        description,
        ...(aliases.length > 0 ? { alternateName: aliases } : {}),
      };
    },
  },
  trend: {
    episodes: PAGES_OF_RESULTS,
    topic: ({ name }) => ({
      kicker: 'Trending Topic',
      heading: name,
      subtitle: `Latest podcast episodes about ${name}`,
    }),
    subject: null,
  },
  hub: {
    episodes: { carried: 6, shown: 4, paged: false },
    topic: null,
    subject: null,
  },
  show: {
    episodes: PAGES_OF_RESULTS,
    topic: null,
    subject: ({ name }) => ({ '@type': 'PodcastSeries', name }),
  },
  episode: {
    episodes: { carried: 5, shown: 5, paged: false },
    topic: null,
    subject: ({ subject = null }) => subject,
  },
  about: { episodes: null, topic: null, subject: null },
  legal: { episodes: null, topic: null, subject: null },
} as const satisfies Record<DescribedPage['kind'], PageKind>;

export function kindOf({ kind }: Pick<DescribedPage, 'kind'>): PageKind {
  return PAGE_KINDS[kind];
}

export function isRendered(page: SitePage): boolean {
  return kindOf(page).episodes !== null;
}
