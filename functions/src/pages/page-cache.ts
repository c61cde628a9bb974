/** The lifetime of cached search results. */
const KEPT_FOR_MS = 60_000;
/** More than all listed pages; a page takes about 100 kB. */
const MOST_KEPT = 200;

interface Kept<Page> {
  page: Promise<Page>;
  keptAt: number;
}

/** Caches pages for a minute, except failures and pages that `isWorthKeeping` rejects. */
export function createPageCache<Page>(
  isWorthKeeping: (page: Page) => boolean,
  { now = Date.now }: { now?: () => number } = {},
) {
  const kept = new Map<string, Kept<Page>>();

  function forget(key: string, entry: Kept<Page>): void {
    if (kept.get(key) === entry) kept.delete(key);
  }

  return function pageOf(key: string, make: () => Promise<Page>): Promise<Page> {
    const found = kept.get(key);
    // `abs`: after the clock was set back, a page must not stay cached for longer.
    if (found && Math.abs(now() - found.keptAt) < KEPT_FOR_MS) return found.page;
    const entry = { page: make(), keptAt: now() };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    entry.page.then(
      (page) => {
        if (!isWorthKeeping(page)) forget(key, entry);
      },
      () => forget(key, entry),
    );
    return entry.page;
  };
}
