// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reachedFrom, readLockfile } from '../../functions/build/locked-packages.js';

const WEB = path.join(import.meta.dirname, '..');
const SOURCES = path.join(WEB, 'src/');
/** A build takes seconds, or much longer on a busy machine. */
const BUILD_TIMEOUT_MS = 120_000;
const HOME = 'app/pages/home-route.tsx';
const MEMBER_HOME = [
  HOME,
  'app/pages/member-home.tsx',
  'shared/data/session/firebase-auth.ts',
  'features/alerts/inbox/inbox.tsx',
];

interface Built {
  /** Chunks that the document loads before any script runs. */
  document: Rolldown.OutputChunk[];
  /** Chunks that a search loads: those of the document and of the home page. */
  search: Rolldown.OutputChunk[];
  /** Chunks that a member's home loads until its inbox shows. */
  memberHome: Rolldown.OutputChunk[];
  all: Rolldown.OutputChunk[];
  styles: string[];
}

async function buildSite(...plugins: Plugin[]): Promise<Built> {
  const result = await build({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    // Ignores the `.env` file of the person who runs the tests.
    envDir: import.meta.dirname,
    logLevel: 'silent',
    plugins,
    build: { write: false },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const page = output.find(({ fileName }) => fileName === 'index.html') as Rolldown.OutputAsset;
  // The templates have links for members.
  const html = String(page.source).replace(/<template.*?<\/template>/gs, '');
  const named = chunks.filter(({ fileName }) => html.includes(`/${fileName}"`));
  const isOf =
    (files: readonly string[]) =>
    ({ moduleIds }: Rolldown.OutputChunk) =>
      files.some((file) => moduleIds.includes(SOURCES + file));
  const home = chunks.filter(isOf([HOME]));
  return {
    document: withImports(named, chunks),
    search: withImports([...named, ...home], chunks),
    memberHome: withImports([...named, ...chunks.filter(isOf(MEMBER_HOME))], chunks),
    all: chunks,
    styles: output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css')),
  };
}

/** Returns the chunks and all their static imports. */
function withImports(begin: Rolldown.OutputChunk[], all: Rolldown.OutputChunk[]) {
  const found = new Set(begin);
  for (const { imports } of found) {
    for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
}

/** Returns the origins of the modules in chunks: folders of the site, packages, the contract. */
function originsOf(scripts: Rolldown.OutputChunk[]): string[] {
  const ids = scripts.flatMap(({ moduleIds }) => moduleIds);
  return [...new Set(ids.filter((id) => path.isAbsolute(id)).map(originOf))].sort();
}

function originOf(id: string): string {
  const packaged = packageOf(id);
  if (packaged !== undefined) return packaged;
  const file = path.relative(id.startsWith(SOURCES) ? SOURCES : path.join(WEB, '..'), id);
  return path.dirname(file);
}

function packageOf(id: string): string | undefined {
  return /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
}

/** Returns the size in bytes, gzipped. */
function weightOf(scripts: Rolldown.OutputChunk[]): number {
  return scripts.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
}

/** Adds a line to a module of the site. */
function plant(file: string, line: string): Plugin {
  return {
    name: 'plant',
    transform: (code, id) => (id === SOURCES + file ? `${line}\n${code}` : null),
  };
}

/** Firebase and its dependencies, and modules for signed-in people. */
const FOR_MEMBERS =
  /firebase|reactfire|rxfire|rxjs|radix|zod|member|account|auth$|bookmarks|delivery/;

let site: Built;

beforeAll(async () => {
  // Vitest's NODE_ENV would bundle React's development build.
  vi.stubEnv('NODE_ENV', 'production');
  site = await buildSite();
}, BUILD_TIMEOUT_MS);

afterAll(() => {
  vi.unstubAllEnvs();
});

describe('document scripts', () => {
  test('document scripts contain the frame, no feature, and nothing for members', () => {
    const origins = originsOf(site.document);
    expect(origins).toEqual(expect.arrayContaining(['app', 'react-dom', 'shared/data/session']));
    expect(origins.filter((origin) => origin.startsWith('features/'))).toEqual([]);
    expect(origins.filter((origin) => FOR_MEMBERS.test(origin))).toEqual([]);
  });

  test('document scripts are below 90.2 kB compressed', () => {
    expect(weightOf(site.document)).toBeLessThan(90_200);
  });
});

describe('search scripts', () => {
  test('search scripts add the search and its results, and nothing for members', () => {
    const origins = originsOf(site.search);
    const wanted = ['features/search', 'shared/episode/results', 'shared/search'];
    expect(origins).toEqual(expect.arrayContaining(wanted));
    expect(origins.filter((origin) => FOR_MEMBERS.test(origin))).toEqual([]);
  });

  // Includes 6 kB for folding letters, because chips compare words as the search does. The search field and keys of
  // every page and the marks of machine transcripts take 1 kB, links to pages of episodes and their names in the
  // breadcrumb 0.7 kB, the page that connects apps and the end of a pause 0.1 kB.
  test('search scripts are below 112.8 kB compressed', () => {
    expect(weightOf(site.search)).toBeLessThan(112_800);
  });

  test('a search loads at most three more scripts than the document', () => {
    expect(site.search.length - site.document.length).toBeLessThanOrEqual(3);
  });
});

describe('a member’s home', () => {
  test('loads Auth and Firestore, and no other service of Firebase', () => {
    const packages = originsOf(site.memberHome).filter((origin) => /^@?firebase|re2/.test(origin));
    expect(packages).toEqual([
      '@firebase/app',
      '@firebase/component',
      '@firebase/firestore',
      '@firebase/logger',
      '@firebase/util',
      '@firebase/webchannel-wrapper',
      // Contains Auth.
      'firebase',
    ]);
  });

  test('scripts of a member’s home are below 307.1 kB compressed', () => {
    expect(weightOf(site.memberHome)).toBeLessThan(307_100);
  });
});

test('bundles what members’ pages share, because the document lists every script', () => {
  const shared = ['data/hooks/use-live-list.ts', 'data/member/room-text.ts', 'text/dates.ts'];
  const scripts = site.all.filter(({ moduleIds }) =>
    shared.some((file) => moduleIds.includes(`${SOURCES}shared/${file}`)),
  );
  expect(scripts.map(({ name }) => name)).toEqual(['member']);
});

test('no script requests the stylesheet, which every document contains', () => {
  expect(site.styles).toHaveLength(1);
  const asking = site.all.filter(({ code }) => site.styles.some((name) => code.includes(name)));
  expect(asking.map(({ fileName }) => fileName)).toEqual([]);
});

test(
  'detects an import of a member’s part into visitors’ scripts',
  { timeout: BUILD_TIMEOUT_MS },
  async () => {
    const planted = await buildSite(
      plant('app/app-footer.tsx', "import '#shared/data/member-area.tsx';"),
      plant(
        'shared/episode/card/episode-card.tsx',
        "import '#features/search/bookmarks/bookmark-toggle.tsx';",
      ),
    );
    expect(originsOf(planted.document)).toContain('reactfire');
    expect(weightOf(planted.document)).toBeGreaterThan(90_200);
    expect(originsOf(planted.search)).toContain('features/search/bookmarks');
  },
);

test('every package that visitors load is a dependency, which audits cover', () => {
  const packages = readLockfile(path.join(WEB, '../package-lock.json'));
  const audited = new Set(
    [...reachedFrom(packages, 'web')].map((place) => place.replace(/^.*node_modules\//, '')),
  );
  const scripts = site.all.flatMap(({ modules }) => Object.entries(modules));
  const inScripts = scripts
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .flatMap(([id]) => packageOf(id) ?? []);
  const styles = readFileSync(path.join(SOURCES, 'styles.css'), 'utf8');
  const inStyles = [...styles.matchAll(/(?:@import |url\()'((?:@[\w-]+\/)?[a-z][\w-]*)/g)];

  expect(inScripts).toContain('firebase');
  expect(inStyles.map(([, name]) => name)).toContain('tailwindcss');
  const loaded = new Set([...inScripts, ...inStyles.map(([, name]) => name ?? '')]);
  expect([...loaded].filter((name) => !audited.has(name))).toEqual([]);
});
