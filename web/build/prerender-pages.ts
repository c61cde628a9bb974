import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import {
  contentSecurityPolicy,
  requireAllowedScripts,
  requireAllowedSettings,
} from './content-security-policy.ts';
import { headLinks } from './head-links.ts';
import { inlineStyles } from './inline-styles.ts';
import { pageEpisodes } from './page-episodes.ts';
import { pageFile } from './page-file.ts';
import { pageHtml } from './page-html.ts';
import { robotsTxt, sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';
import { type AppForServer, buildSsrApp } from './build-ssr-app.ts';

/** No public page has these addresses; firebase.json sends the app's other routes to the shell. */
const NOT_FOUND = '/404';
const SHELL = '/app';

interface PrerenderOptions {
  /** The firebase.json the site is served by, absolute. */
  firebaseJson: string;
  /** Where the episodes of the pages are asked for (`{backend}/search`); empty for none. */
  backend: string;
}

/**
 * Ends a build with real HTML for every public address: `company/openai.html` and the same page as
 * `openai.html`, the not-found page, an empty shell for the routes that nobody may index; and with
 * sitemap.xml and robots.txt. A page that cannot be rendered fails the build; one whose episodes
 * cannot be fetched is built without them.
 */
export function prerenderPages({ firebaseJson, backend }: PrerenderOptions): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: (_html, { bundle }) => headLinks(Object.keys(bundle ?? {})),
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const outDir = path.resolve(config.root, config.build.outDir);
        const read = (file: string) => readFile(path.join(outDir, file), 'utf8');
        const template = await inlineStyles(await read('index.html'), read);
        const policy = contentSecurityPolicy(JSON.parse(await readFile(firebaseJson, 'utf8')));
        requireAllowedScripts(template, policy);
        requireAllowedSettings(config.env, policy);
        await buildSsrApp(config, async (app) => {
          const files = await siteFiles(app, template, backend, config.logger);
          await Promise.all([...files].map(([name, text]) => write(path.join(outDir, name), text)));
          // Imported only here: `vite dev` reads this file too, and needs no drawing library.
          const { writePictures } = await import('./write-pictures.ts');
          await writePictures(outDir, app.SITE_PAGES, app.site.name);
          config.logger.info(`prerendered ${files.size} files`);
        });
      },
    },
  };
}

/** Everything the build writes of the site's pages: contents by file name. */
async function siteFiles(
  app: AppForServer,
  template: string,
  backend: string,
  logger: Pick<ResolvedConfig['logger'], 'warn'>,
): Promise<Map<string, string>> {
  const { SITE_PAGES, site, renderPage } = app;
  const files = new Map([
    [
      'sitemap.xml',
      sitemap(
        site.url,
        SITE_PAGES.map((page) => page.path),
      ),
    ],
    ['robots.txt', robotsTxt(site.url)],
    ['manifest.webmanifest', JSON.stringify(webManifest(site.name))],
    [pageFile(SHELL), pageHtml(template, app.renderShell())],
    [pageFile(NOT_FOUND), pageHtml(template, await renderPage(NOT_FOUND, null))],
  ]);
  const episodesOf = await pageEpisodes(SITE_PAGES, backend, app.fetchEpisodes, logger);
  for (const page of SITE_PAGES) {
    const episodes = episodesOf.get(page) ?? null;
    for (const address of [page.path, ...(page.bareAlias ? [page.bareAlias] : [])]) {
      const rendered = await renderPage(address, episodes);
      const embedded = episodes && { path: address, episodes };
      files.set(pageFile(address), pageHtml(template, rendered, embedded));
    }
  }
  return files;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
