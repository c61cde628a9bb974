import * as z from 'zod/mini';
import { isRendered } from '../src/content/page-kinds.ts';
import type { SitePage } from '../src/content/site-pages.ts';

const RENDERER = 'pages';
/** Every slug after `/trends/` has a page, listed or not. */
const ANY_TREND = ['/trends', '/trends/*'];
const ANY_SHOW = '/show/*';
const ANY_EPISODE = '/episode/*/*';
/** Public feeds and the protocol for agents set their own Cache-Control. */
const FEEDS = '*.xml';
const AGENTS = 'mcp';
/** Paths whose Cache-Control comes from a function or another rule. */
const NOT_PAGES = ['api', 'assets', 'feeds', 'icons', AGENTS, 'share'];
/** Cache-Control of static pages. */
const NO_CACHE = 'no-cache';

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

/** Updates which pages are rewritten to the function `pages`, and which other pages have the header `no-cache`. */
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
    (rule) => rule.headers.some(({ value }) => value === NO_CACHE),
    noCacheSources(addresses),
  );
  // Starts from the file itself, because the parsed copy has a different order of keys.
  const whole = firebaseJson as { hosting: object };
  return { ...whole, hosting: { ...whole.hosting, rewrites, headers } };
}

/** Replaces all entries of a kind by one entry for each source. Each is a copy of the first entry of that kind. */
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

function rewriteSources(addresses: readonly string[]): string[] {
  const folders = [...namesByFolder(addresses)].map(([folder, names]) =>
    names.length === 1 ? `${folder}${names[0]}` : `${folder}@(${names.join('|')})`,
  );
  return [
    '/',
    ...ANY_TREND,
    ANY_SHOW,
    ANY_EPISODE,
    ...folders.filter((source) => !source.startsWith('/trends/')),
  ];
}

function noCacheSources(addresses: readonly string[]): string[] {
  const folders = namesByFolder(addresses);
  const bare = [...(folders.get('/') ?? []), 'trends', AGENTS].sort();
  const named = [...folders.keys()].map((folder) => folder.slice(1, -1)).filter(Boolean);
  const others = [...named, 'show', 'episode'];
  return [
    `/!(${[...bare, FEEDS].join('|')})`,
    `/!(${[...NOT_PAGES, ...others].sort().join('|')})/**`,
  ];
}

/** Groups addresses by folder: `/company/openai` is `openai` in `/company/`. Omits the home page. */
function namesByFolder(addresses: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const address of [...addresses].sort()) {
    const end = address.lastIndexOf('/') + 1;
    const [folder, name] = [address.slice(0, end), address.slice(end)];
    if (name !== '') folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  return folders;
}
