import { xmlAddress } from './xml-text.ts';

/** A page in the sitemap. */
export interface SitemapEntry {
  /** Absolute. */
  url: string;
  /** When the newest of its episodes was published, epoch milliseconds; null where that is not known. */
  modifiedAtMs: number | null;
}

/** A sitemap as the sitemaps.org protocol wants it. */
export function sitemapXml(entries: readonly SitemapEntry[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(entryXml),
    '</urlset>',
    '',
  ].join('\n');
}

function entryXml({ url, modifiedAtMs }: SitemapEntry): string {
  const modified =
    modifiedAtMs === null ? '' : `<lastmod>${new Date(modifiedAtMs).toISOString()}</lastmod>`;
  return `  <url><loc>${xmlAddress(url)}</loc>${modified}</url>`;
}
