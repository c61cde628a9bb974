import { CATEGORIES } from './categories.ts';
import type { SitePage } from './site-pages.ts';
import type { StructuredData } from './structured-data.ts';

/**
 * The name of a page's share image, without its ending: `company-openai` for `/company/openai`,
 * `home` for the home page. The images are made when the site is built.
 */
export function shareKey(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
}

/** Differences between the kinds of public pages, but their components (`app/routes/site-page-element.tsx`). */
interface PageKind {
  /** Episodes of a page, which is rendered when it is asked for; null: it stays the same, and is a file. */
  episodes: {
    /** Episodes that a rendered page brings along. */
    carried: number;
    /** Episodes that stand on it at once. */
    shown: number;
    /** Whether it goes on with a second page. */
    paged: boolean;
  } | null;
  /** Texts above the episodes of a topic; null where the page has a component of its own. */
  topic: ((page: SitePage) => { kicker: string; heading: string; subtitle: string }) | null;
  /** Subject of the page for search engines; its breadcrumb is told besides. */
  subject: ((page: SitePage) => StructuredData | null) | null;
  /** Texts on the picture for shared links. */
  share: (page: SitePage) => { kicker: string; name: string; tagline: string };
}

/** Five pages of results; the rest is a search away, and the page stays light. */
const OF_A_TOPIC = { carried: 50, shown: 10, paged: true };

function described({ category = '', name, description }: SitePage) {
  return { kicker: category, name, tagline: description };
}

export const PAGE_KINDS = {
  home: {
    episodes: { carried: Infinity, shown: 10, paged: true },
    topic: null,
    subject: null,
    share: ({ title }) => ({
      kicker: '',
      name: title,
      tagline: 'Email alerts when a new one mentions your topic',
    }),
  },
  entity: {
    episodes: OF_A_TOPIC,
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
    share: ({ name, entity }) => ({
      kicker: entity?.description ?? '',
      name,
      tagline: `Latest podcast episodes featuring ${name}`,
    }),
  },
  trend: {
    episodes: OF_A_TOPIC,
    topic: ({ name }) => ({
      kicker: 'Trending Topic',
      heading: name,
      subtitle: `Latest podcast episodes about ${name}`,
    }),
    subject: null,
    share: described,
  },
  hub: {
    episodes: { carried: 6, shown: 4, paged: false },
    topic: null,
    subject: null,
    share: described,
  },
  about: { episodes: null, topic: null, subject: null, share: described },
  legal: { episodes: null, topic: null, subject: null, share: described },
} as const satisfies Record<SitePage['kind'], PageKind>;

/** The kind of a page, with all that it may have. */
export function kindOf({ kind }: Pick<SitePage, 'kind'>): PageKind {
  return PAGE_KINDS[kind];
}

export function isRendered(page: SitePage): boolean {
  return kindOf(page).episodes !== null;
}
