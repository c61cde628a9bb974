import type { CatalogueReader, WritableCatalogue } from './catalogue.ts';

export interface CopySummary {
  feeds: number;
  written: number;
}

/** Copies all feeds; safe to repeat. Feeds that only `to` has stay. */
export async function copyCatalogue(
  from: CatalogueReader,
  to: WritableCatalogue,
  onProgress: (done: number, total: number, url: string) => void = () => undefined,
): Promise<CopySummary> {
  await from.ready();
  const urls = await from.feedUrls();
  const { refreshedAtMs } = await from.contents();
  let written = 0;
  for (const [index, url] of urls.entries()) {
    const feed = await from.exportFeed(url);
    if (feed !== null) written += await to.importFeed(feed);
    onProgress(index + 1, urls.length, url);
  }
  if (refreshedAtMs !== null) await to.finishRefresh(refreshedAtMs);
  return { feeds: urls.length, written };
}
