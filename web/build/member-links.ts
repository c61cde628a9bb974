import type { HtmlTagDescriptor, Rolldown } from 'vite';

/** What every page of a signed-in person loads, as paths of modules. */
const ALL_PAGES = [
  'src/main.tsx',
  'src/shared/data/session/firebase-auth.ts',
  'src/app/header/member-nav.tsx',
  'src/features/alerts/inbox/unread-count.tsx',
];
/** What their home page adds. */
const HOME = [
  'src/app/pages/home-route.tsx',
  'src/app/pages/member-home.tsx',
  'src/features/alerts/list/tracking-keywords.tsx',
  'src/features/alerts/inbox/inbox.tsx',
];

/** Where Auth and Firestore answer, and where Hosting says for which project. */
const SERVICES = ['identitytoolkit', 'securetoken', 'firestore'];
const SETTINGS = '/__/firebase/init.json';

/**
 * Returns templates with links that load a signed-in person's scripts all at once, and connect to the services. The
 * inline script in index.html inserts them before the page is parsed. Otherwise each script would load after the one
 * that imports it, and each connection would begin after the answer on the one before.
 * @param isLocal True if emulators stand in for the services.
 */
export function memberLinks(
  chunks: readonly Rolldown.OutputChunk[],
  isLocal: boolean,
): HtmlTagDescriptor[] {
  const scripts = scriptsOf(ALL_PAGES, chunks);
  const ofHome = scriptsOf(HOME, chunks).filter((file) => !scripts.includes(file));
  const services = isLocal ? [] : [...SERVICES.map(connection), SETTINGS_LINK];
  return [
    template('member-links', [...services, ...scripts.map(script)]),
    template('member-home-links', ofHome.map(script)),
  ];
}

/** Returns the files of the chunks with these modules and of all that they import. */
function scriptsOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const files = new Set(modules.map((module) => chunkWith(module, chunks)));
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    for (const imported of chunk?.imports ?? []) files.add(imported);
  }
  return [...files];
}

function chunkWith(module: string, chunks: readonly Rolldown.OutputChunk[]): string {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));
  if (!found) throw new Error(`no script contains ${module}`);
  return found.fileName;
}

type Attributes = Record<string, string>;

const SETTINGS_LINK = { rel: 'preload', as: 'fetch', href: SETTINGS, crossorigin: '' };

const connection = (service: string): Attributes => ({
  rel: 'preconnect',
  href: `https://${service}.googleapis.com`,
  crossorigin: '',
});

const script = (file: string): Attributes => ({
  rel: 'modulepreload',
  href: `/${file}`,
  crossorigin: '',
});

function template(id: string, links: readonly Attributes[]): HtmlTagDescriptor {
  const children = links.map((attrs) => ({ tag: 'link', attrs }));
  return { tag: 'template', attrs: { id }, children, injectTo: 'head' };
}
