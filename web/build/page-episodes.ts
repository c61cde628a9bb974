import type { Episode } from 'functions/contract';
import type { SitePage } from '../src/content/site-pages.ts';
import { mapConcurrently } from './map-concurrently.ts';

const AT_A_TIME = 4;
const ALL_WITHIN_MS = 10 * 60_000;

type FetchEpisodes = (
  backend: string,
  keywords: readonly string[],
  signal: AbortSignal,
) => Promise<Episode[]>;

/**
 * The episodes of all pages that show some. A page whose search fails or finds nothing has none: a
 * failure costs a line in the log, never the build. After ten minutes the rest goes without.
 */
export async function pageEpisodes(
  pages: readonly SitePage[],
  backend: string,
  fetchEpisodes: FetchEpisodes,
  logger: { warn(message: string): void },
): Promise<Map<SitePage, Episode[]>> {
  const found = new Map<SitePage, Episode[]>();
  if (backend === '') return found;
  const signal = AbortSignal.timeout(ALL_WITHIN_MS);
  const searching = pages.flatMap((page) =>
    page.keywords === undefined ? [] : [{ page, keywords: page.keywords }],
  );
  await mapConcurrently(searching, AT_A_TIME, async ({ page, keywords }) => {
    try {
      const episodes = await fetchEpisodes(backend, keywords, signal);
      if (episodes.length > 0) found.set(page, episodes);
    } catch (error) {
      logger.warn(`${page.path} is built without episodes: ${String(error)}`);
    }
  });
  return found;
}
