import * as z from 'zod/mini';

/** The function that renders pages. */
const RENDERER = 'pages';
/** Besides the pages that are listed: a trend of whatever words. */
const ANY_TREND = ['/trends', '/trends/*'];
/** What is there says itself, or by a rule of its own, how long to keep it. */
const NOT_PAGES = ['api', 'assets', 'icons', 'share'];
/** Feeds say it themselves. */
const FEEDS = '*.xml';
/** Firebase asks this of pages that are files. */
const NOT_KEPT = 'no-cache';

const firebaseJsonSchema = z.object({
  hosting: z.object({
    rewrites: z.array(
      z.object({
        source: z.string(),
        function: z.optional(z.object({ functionId: z.string() })),
      }),
    ),
    headers: z.array(
      z.object({
        source: z.string(),
        headers: z.array(z.object({ key: z.string(), value: z.string() })),
      }),
    ),
  }),
});

/**
 * Refuses a firebase.json that does not send exactly the rendered pages' addresses to the function that
 * renders them, or that overrides how long the function says they may be kept.
 */
export function requireRewrites(firebaseJson: unknown, addresses: readonly string[]): void {
  const { rewrites, headers } = firebaseJsonSchema.parse(firebaseJson).hosting;
  const rendered = rewrites
    .filter((rewrite) => rewrite.function?.functionId === RENDERER)
    .map(({ source }) => source);
  const notKept = headers
    .filter((rule) => rule.headers.some(({ value }) => value === NOT_KEPT))
    .map(({ source }) => source);
  requireSame(
    `The rewrites of firebase.json to "${RENDERER}"`,
    rendered,
    rewriteSources(addresses),
  );
  requireSame(`The rules of firebase.json with "${NOT_KEPT}"`, notKept, notKeptSources(addresses));
}

/** The patterns of firebase.json that match these addresses, and trends that nobody listed. */
function rewriteSources(addresses: readonly string[]): string[] {
  const folders = [...namesByFolder(addresses)].map(([folder, names]) =>
    names.length === 1 ? `${folder}${names[0]}` : `${folder}@(${names.join('|')})`,
  );
  return ['/', ...ANY_TREND, ...folders.filter((source) => !source.startsWith('/trends/'))];
}

/** The patterns that match every address but these and what is no page. */
function notKeptSources(addresses: readonly string[]): string[] {
  const folders = namesByFolder(addresses);
  const bare = [...(folders.get('/') ?? []), 'trends'].sort();
  const others = [...folders.keys()].map((folder) => folder.slice(1, -1)).filter(Boolean);
  return [
    `/!(${[...bare, FEEDS].join('|')})`,
    `/!(${[...NOT_PAGES, ...others].sort().join('|')})/**`,
  ];
}

/** `/company/openai` is `openai` in `/company/`; the home page is left out. */
function namesByFolder(addresses: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const address of [...addresses].sort()) {
    const end = address.lastIndexOf('/') + 1;
    const [folder, name] = [address.slice(0, end), address.slice(end)];
    if (name !== '') folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return folders;
}

function requireSame(what: string, found: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((source) => !found.includes(source));
  const foreign = found.filter((source) => !wanted.includes(source));
  if (missing.length === 0 && foreign.length === 0) return;
  const lines = [
    ...missing.map((source) => `  put in    "source": ${JSON.stringify(source)}`),
    ...foreign.map((source) => `  take out  "source": ${JSON.stringify(source)}`),
  ];
  throw new Error([`${what} do not fit the site's pages:`, ...lines].join('\n'));
}
