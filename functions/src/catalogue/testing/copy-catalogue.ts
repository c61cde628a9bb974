import type { CatalogueReader, WritableCatalogue } from '../catalogue.ts';
import { feedUrls } from '../store/feeds.ts';
import { exportFeed, importFeed } from './copy-feed.ts';

export async function copyCatalogue(from: CatalogueReader, to: WritableCatalogue): Promise<void> {
  for (const url of await from.read(feedUrls)) {
    const feed = await from.read(() => exportFeed(url));
    if (feed !== null) await to.write(() => importFeed(feed));
  }
  const { refreshedAtMs } = await from.contents();
  if (refreshedAtMs !== null) await to.finishRefresh(refreshedAtMs);
}
