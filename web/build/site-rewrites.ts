import * as z from 'zod/mini';
import { isRendered } from '../src/content/page-kinds.ts';
import type { SitePage } from '../src/content/site-pages.ts';

const RENDERER = 'pages';
/** Besides the pages that are listed: a trend of whatever words. */
const ANY_TREND = ['/trends', '/trends/*'];
/** What is there says itself, or by a rule of its own, how long to keep it. */
const NOT_PAGES = ['api', 'assets', 'icons', 'share'];
/** Feeds say it themselves. */
const FEEDS = '*.xml';
/** Firebase asks this of pages that are files. */
const NOT_KEPT = 'no-cache';

const rewriteSchema = z.looseObject({
  source: z.string(),
  function: z.optional(z.looseObject({ functionId: z.string() })),
});

const ruleSchema = z.looseObject({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

const firebaseJsonSchema = z.object({
  hosting: z.object({ rewrites: z.array(rewriteSchema), headers: z.array(ruleSchema) }),
});

/**
 * firebase.json with the patterns that send exactly the rendered pages' addresses to the function that
 * renders them, and that leave it to the function how long they may be kept. All else stays as it is.
 */
export function withRewrites(firebaseJson: unknown, pages: readonly SitePage[]) {
  const { hosting } = firebaseJsonSchema.parse(firebaseJson);
  const addresses = renderedAddresses(pages);
  const rewrites = withSources(
    hosting.rewrites,
    (rewrite) => rewrite.function?.functionId === RENDERER,
    rewriteSources(addresses),
  );
  const headers = withSources(
    hosting.headers,
    (rule) => rule.headers.some(({ value }) => value === NOT_KEPT),
    notKeptSources(addresses),
  );
  // From the file itself, in its order.
  const whole = firebaseJson as { hosting: object };
  return { ...whole, hosting: { ...whole.hosting, rewrites, headers } };
}

/** The entries, with one for each source where there were those of a kind; what else they say is that of the first. */
function withSources<Entry extends { source: string }>(
  entries: readonly Entry[],
  isOfKind: (entry: Entry) => boolean,
  sources: readonly string[],
): Entry[] {
  const first = entries.find(isOfKind);
  if (first === undefined) throw new Error('firebase.json has no entry whose pattern to write.');
  return entries.flatMap((entry) => {
    if (entry === first) return sources.map((source) => ({ ...first, source }));
    return isOfKind(entry) ? [] : [entry];
  });
}

function renderedAddresses(pages: readonly SitePage[]): string[] {
  return pages
    .filter(isRendered)
    .flatMap(({ path, bareAlias }) => [path, ...(bareAlias ? [bareAlias] : [])]);
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
