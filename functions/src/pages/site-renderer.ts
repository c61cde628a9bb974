import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateRenderer, RendererSettings, SiteRenderer } from '../contract/index.ts';

/** The site's build writes it there: beside the bundle, so that both are deployed as one. */
const FOLDER = path.join(import.meta.dirname, 'site');

let loading: Promise<SiteRenderer> | undefined;

/** The site's program, loaded once, with the first call's settings. Rejects where the site was not built. */
export function siteRenderer(settings: RendererSettings): Promise<SiteRenderer> {
  loading ??= loadSiteRenderer(FOLDER, settings);
  return loading;
}

/** Loads the program of the site that was built into a folder. */
async function loadSiteRenderer(folder: string, settings: RendererSettings): Promise<SiteRenderer> {
  const template = await readFile(path.join(folder, 'template.html'), 'utf8');
  const program: unknown = await import(pathToFileURL(path.join(folder, 'renderer.mjs')).href);
  // The build checks the type of what it writes there (web/src/prerender/create-renderer.ts).
  const { createRenderer } = program as { createRenderer: CreateRenderer };
  return createRenderer(template, settings);
}
