import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { SitePage } from '../src/content/site-pages.ts';
import { shareKey } from '../src/content/share-key.ts';
import { MARK } from './mark.ts';
import { loadFonts, shareImage, type ShareText } from './share-image.ts';
import { ICONS } from './web-manifest.ts';

/** Draws the icons of the site and the share image of every page into a built site. */
export async function writePictures(
  outDir: string,
  pages: readonly SitePage[],
  brand: string,
): Promise<void> {
  await Promise.all(['icons', 'share'].map((name) => mkdir(path.join(outDir, name))));
  const fonts = await loadFonts();
  for (const { file, size, purpose } of ICONS) {
    const svg = purpose === 'maskable' ? MARK.maskable : MARK.rounded;
    const drawn = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render();
    await writeFile(path.join(outDir, file), drawn.asPng());
  }
  for (const page of pages) {
    const file = path.join(outDir, 'share', `${shareKey(page.path)}.png`);
    await writeFile(file, await shareImage(shareText(page, brand), fonts));
  }
}

function shareText(page: SitePage, brand: string): ShareText {
  const { kind, entity, name, title, category = '', description } = page;
  if (entity) {
    const tagline = `Latest podcast episodes featuring ${name}`;
    return { kicker: entity.description, name, tagline, brand };
  }
  if (kind === 'home') {
    const tagline = 'Email alerts when a new one mentions your topic';
    return { kicker: '', name: title, tagline, brand };
  }
  return { kicker: category, name, tagline: description, brand };
}
