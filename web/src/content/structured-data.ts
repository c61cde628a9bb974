import { breadcrumbsOf } from './breadcrumbs.ts';
import { kindOf } from './page-kinds.ts';
import type { SitePage } from './site-pages.ts';

/** What structured data need to know of the deployment. */
interface SiteIdentity {
  name: string;
  /** Public address, without a slash at the end. */
  url: string;
}

/** A schema.org object, ready to be written as JSON-LD. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** What search engines are told about a page: itself, and the way to it from home. */
export function structuredData(page: SitePage, site: SiteIdentity): StructuredData {
  const subjects =
    page.kind === 'home'
      ? [webSite(page, site)]
      : [...subject(page, site), breadcrumbs(page, site)];
  return { '@context': 'https://schema.org', '@graph': subjects };
}

/** Questions and answers as search engines read them; the same must stand on the page. */
export function faqData(faq: readonly { question: string; answer: string }[]): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

function webSite({ description }: SitePage, { name, url }: SiteIdentity): StructuredData {
  return {
    '@type': 'WebSite',
    name,
    description,
    url: `${url}/`,
    inLanguage: 'en',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${url}/?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

function subject(page: SitePage, { url }: SiteIdentity): StructuredData[] {
  const told = kindOf(page).subject?.(page);
  return told ? [{ ...told, mainEntityOfPage: url + page.path }] : [];
}

/** Search engines want an address for every step but the last; a step without one is left out. */
function breadcrumbs(page: SitePage, { url }: SiteIdentity): StructuredData {
  const steps = breadcrumbsOf(page).filter(
    ({ path }, index, all) => path !== undefined || index === all.length - 1,
  );
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path = page.path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url + path,
    })),
  };
}
