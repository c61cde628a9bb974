import { createSizedCache } from '../../platform/sized-cache.ts';

/** As long as search results are cached. */
const KEPT_FOR_MS = 60_000;
/** Max size in bytes: room for all listed pages, about 100 kB each. */
const MAX_BYTES = 40_000_000;

interface Kept<Page> {
  page: Promise<Page>;
  keptAt: number;
  /** 0 while the page is rendered. */
  bytes: number;
}

export function createPageCache<Page>(
  {
    isWorthKeeping,
    sizeOf,
  }: { isWorthKeeping: (page: Page) => boolean; sizeOf: (page: Page) => number },
  { now = Date.now }: { now?: () => number } = {},
) {
  const kept = createSizedCache<Kept<Page>>(MAX_BYTES, ({ bytes }) => bytes);

  function forget(key: string, entry: Kept<Page>): void {
    if (kept.get(key) === entry) kept.delete(key);
  }

  return function pageOf(key: string, make: () => Promise<Page>): Promise<Page> {
    const found = kept.get(key);
    // `abs`: setting the clock back must not extend the lifetime of a page.
    if (found && Math.abs(now() - found.keptAt) < KEPT_FOR_MS) return found.page;
    const entry = { page: make(), keptAt: now(), bytes: 0 };
    kept.set(key, entry);
    entry.page.then(
      (page) => {
        if (!isWorthKeeping(page)) forget(key, entry);
        else if (kept.get(key) === entry) kept.set(key, { ...entry, bytes: sizeOf(page) });
      },
      () => forget(key, entry),
    );
    return entry.page;
  };
}
