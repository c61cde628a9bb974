import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HtmlTagDescriptor, Plugin, ResolvedConfig } from 'vite';
import {
  contentSecurityPolicy,
  requireAllowedScripts,
  requireAllowedSettings,
} from './content-security-policy.ts';
import { DIGEST_STYLES } from '../../functions/src/delivery/mail/digest/html/digest-style.ts';
import { inlineStyles } from './inline-styles.ts';
import { llmsTxt } from './llms-txt.ts';
import { memberLinks } from './member-links.ts';
import { robotsTxt } from './robots-txt.ts';
import { securityTxt } from './security-txt.ts';
import { serviceWorker } from './service-worker.ts';
import { webManifest } from './web-manifest.ts';
import { type AppForServer, buildSsrApp } from './build-ssr-app.ts';

/** The Latin subset, which every page uses. */
const FONT = /\/instrument-sans-latin-wght-normal-[^/]+\.woff2$/;

/** These links are not in index.html, because Vite would look for the files among the sources. */
function headLinks(builtFiles: readonly string[]): HtmlTagDescriptor[] {
  const fonts = builtFiles.filter((file) => FONT.test(`/${file}`));
  return [
    // Preloading avoids a layout shift at the first paint; see styles.css.
    ...fonts.map((file) =>
      link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }),
    ),
    link({ rel: 'manifest', href: '/manifest.webmanifest' }),
    link({ rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' }),
  ];
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}

/** Returns the file that Hosting serves for a path with `cleanUrls`: `a/b.html` for `/a/b`. */
function pageFile(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** Paths of two files that are not public pages. firebase.json rewrites the app's private routes to the shell. */
const NOT_FOUND = '/404';
const SHELL = '/app';

interface PrerenderOptions {
  firebaseJson: string;
  /** Absolute path of the output folder of the renderer for the function `pages`. The build empties it first. */
  rendererFolder: string;
}

/** Prerenders the site's static pages. Errors of rendering fail the build. */
export function prerenderPages({ firebaseJson, rendererFolder }: PrerenderOptions): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async buildStart() {
      // Files are deleted before the build writes new ones, because the functions emulator reloads when a file changes,
      // but not when a file is created or deleted.
      if (config.build.write) await rm(rendererFolder, { recursive: true, force: true });
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const isLocal = (config.env['VITE_EMULATORS'] ?? '') !== '';
      return [...headLinks(Object.keys(bundle)), ...memberLinks(chunks, isLocal)];
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const outDir = path.resolve(config.root, config.build.outDir);
        const read = (file: string) => readFile(path.join(outDir, file), 'utf8');
        const template = await inlineStyles(await read('index.html'), read, DIGEST_STYLES);
        const hosting: unknown = JSON.parse(await readFile(firebaseJson, 'utf8'));
        const policy = contentSecurityPolicy(hosting);
        requireAllowedScripts(template, policy);
        requireAllowedSettings(config.env, policy);
        const app = await buildSsrApp(config, rendererFolder);
        await write(path.join(rendererFolder, 'template.html'), template);
        const files = await siteFiles(app, template, config.env['VITE_OFFLINE_PAGE'] !== 'off');
        await Promise.all([...files].map(([name, text]) => write(path.join(outDir, name), text)));
        // Hosting would serve this file instead of the rewrite of `/`.
        await rm(path.join(outDir, 'index.html'));
        // A dynamic import, because `vite dev` also loads this file and needs no image libraries.
        const [{ writePictures }, { copyFonts }] = await Promise.all([
          import('./write-pictures.ts'),
          import('./share-image.ts'),
        ]);
        const fonts = path.join(rendererFolder, 'fonts');
        await copyFonts(fonts);
        await writePictures(outDir, app.SITE_PAGES, app.site.name, fonts);
        config.logger.info(`prerendered ${files.size} files`);
      },
    },
  };
}

function renderedAddresses({ SITE_PAGES, createRenderer }: AppForServer): string[] {
  const renderer = createRenderer('');
  const isRendered = (address: string) => renderer.plan(address, '', Date.now()) !== null;
  return addressesOf(SITE_PAGES).filter(isRendered);
}

function addressesOf(pages: AppForServer['SITE_PAGES']): string[] {
  return pages.flatMap(({ path, bareAlias }) => [path, ...(bareAlias ? [bareAlias] : [])]);
}

async function siteFiles(
  app: AppForServer,
  template: string,
  hasOfflinePage: boolean,
): Promise<Map<string, string>> {
  const { SITE_PAGES, site, pageHtml, renderPage } = app;
  const rendered = renderedAddresses(app);
  const fixed = addressesOf(SITE_PAGES).filter((address) => !rendered.includes(address));
  const files = new Map([
    ['robots.txt', robotsTxt(site.url)],
    ['llms.txt', llmsTxt(site)],
    // firebase.json rewrites /.well-known/security.txt to this file, because Hosting ignores folders with a leading
    // dot.
    ['security.txt', securityTxt(site, Date.now())],
    ['manifest.webmanifest', JSON.stringify(webManifest(site.name))],
    ['sw.js', serviceWorker(site.name, hasOfflinePage)],
    [pageFile(SHELL), pageHtml(template, app.renderShell())],
  ]);
  for (const address of [NOT_FOUND, ...fixed]) {
    files.set(pageFile(address), pageHtml(template, await renderPage(address, null)));
  }
  return files;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
