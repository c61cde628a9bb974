import { breadcrumbsOf } from './breadcrumbs.ts';
import { kindOf, type StructuredData } from './page-kinds.ts';
import type { DescribedPage } from './site-pages.ts';

interface SiteIdentity {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

/** Returns the page's subject and breadcrumb. For the home page, returns the site instead. */
export function structuredData(page: DescribedPage, site: SiteIdentity): StructuredData {
  const subjects =
    page.kind === 'home'
      ? [webSite(page, site)]
      : [...subject(page, site), breadcrumbs(page, site)];
  return { '@context': 'https://schema.org', '@graph': subjects };
}

function webSite({ description }: DescribedPage, { name, url }: SiteIdentity): StructuredData {
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

function subject(page: DescribedPage, { url }: SiteIdentity): StructuredData[] {
  const data = kindOf(page).subject?.(page);
  return data ? [{ ...data, mainEntityOfPage: url + page.path }] : [];
}

/** Omits steps without a URL, because Google requires one for every step but the last. */
function breadcrumbs(page: DescribedPage, { url }: SiteIdentity): StructuredData {
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
