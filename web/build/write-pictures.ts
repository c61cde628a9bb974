import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { SitePage } from '../src/content/site-pages.ts';
import { shareKey } from '../src/content/page-kinds.ts';
import { MARK } from './mark.ts';
import { loadFonts, shareImage } from './share-image.ts';
import { shareText } from './share-text.ts';
import { ICONS } from './web-manifest.ts';

/** Pixel size of /favicon.ico, which feed readers and old browsers request by convention. */
const FAVICON_SIZE = 48;

export async function writePictures(
  outDir: string,
  pages: readonly SitePage[],
  brand: string,
  fontFolder: string,
): Promise<void> {
  await Promise.all(['icons', 'share'].map((name) => mkdir(path.join(outDir, name))));
  const fonts = await loadFonts(fontFolder);
  for (const { file, size, purpose } of ICONS) {
    const svg = purpose === 'maskable' ? MARK.maskable : MARK.rounded;
    await writeFile(path.join(outDir, file), drawn(svg, size));
  }
  const png = drawn(MARK.rounded, FAVICON_SIZE);
  await writeFile(path.join(outDir, 'favicon.ico'), ico(png, FAVICON_SIZE));
  for (const page of pages) {
    const file = path.join(outDir, 'share', `${shareKey(page.path)}.png`);
    const svg = await shareImage({ ...shareText(page), brand }, fonts);
    await writeFile(file, new Resvg(svg).render().asPng());
  }
}

function drawn(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
}

/** An `.ico` file with one PNG: header, directory with one entry, image. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon, no cursor
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
