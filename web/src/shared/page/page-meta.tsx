import { shareKey } from '#content/page-kinds.ts';
import type { DescribedPage } from '#content/site-pages.ts';
import type { StructuredData } from '#content/page-kinds.ts';
import { structuredData } from '#content/structured-data.ts';
import { feedAddress } from './feed-address.ts';
import { site } from '#shared/site.ts';
import { pageAddress } from '#shared/search/search-address.ts';
import { scriptJson } from './script-json.ts';

export function JsonLd({ data }: { data: StructuredData }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
  );
}

interface PageMetaProps {
  page: DescribedPage;
  tabTitle?: string | undefined;
  /** True for a page that is not in `SITE_PAGES`; it gets `noindex`. */
  unlisted?: boolean;
  /** All pages of results but the first get `noindex`, because their content changes every hour. */
  number?: number;
  feed?: string | null;
  /** Second of a moment in an episode. The page without it stays the canonical one. */
  atS?: number | undefined;
}

/** React hoists these tags to the head, and removes them when the page unmounts. */
export function PageMeta({
  page,
  tabTitle = page.title,
  unlisted = false,
  number = 1,
  feed = feedAddress(page, unlisted),
  atS,
}: PageMetaProps) {
  const address = site.url + pageAddress(page.path, number);
  const isFurther = number > 1;
  const moment = atS === undefined ? '' : `?t=${atS}`;
  const isUndrawn = unlisted || page.kind === 'show';
  const image =
    page.kind === 'episode'
      ? `${site.url + page.path}.png${moment}`
      : `${site.url}/share/${shareKey(isUndrawn ? '/' : page.path)}.png`;
  return (
    <>
      <title>{`${tabTitle} – ${site.name}`}</title>
      <meta name="description" content={page.description} />
      {(unlisted || isFurther) && <meta name="robots" content="noindex" />}
      {!unlisted && <link rel="canonical" href={address} />}
      {feed && <link rel="alternate" type="application/rss+xml" title={tabTitle} href={feed} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address + moment} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={page.title} />
      <meta name="twitter:description" content={page.description} />
      <meta name="twitter:image" content={image} />
      {!unlisted && <JsonLd data={structuredData(page, site)} />}
    </>
  );
}
