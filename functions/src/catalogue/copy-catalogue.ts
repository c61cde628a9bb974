import type { CatalogueReader, WritableCatalogue } from './catalogue.ts';

export interface CopySummary {
  feeds: number;
  /** Episodes that were not there yet, or not the same. */
  written: number;
}

/**
 * Copies every feed from one catalogue to another, one after the other; done again, only what has
 * changed is written. Feeds that `to` alone knows stay. Rejects where either fails: what was copied
 * until then is whole.
 */
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
