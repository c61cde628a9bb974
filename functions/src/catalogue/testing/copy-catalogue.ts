import type { CatalogueReader, WritableCatalogue } from '../catalogue.ts';

/** Copies the episodes of all feeds from one engine to another. */
export async function copyCatalogue(from: CatalogueReader, to: WritableCatalogue): Promise<void> {
  for (const url of await from.feedUrls()) {
    const feed = await from.exportFeed(url);
    if (feed !== null) await to.importFeed(feed);
  }
  const { refreshedAtMs } = await from.contents();
  if (refreshedAtMs !== null) await to.finishRefresh(refreshedAtMs);
}
