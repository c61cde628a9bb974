import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import satori, { type Font } from 'satori';
import { MARK } from './mark.ts';

/** Pixel size of an Open Graph image that networks show uncropped. */
const SIZE = { width: 1200, height: 630 };
const FAMILY = 'Instrument Sans';
const WEIGHTS = [500, 700] as const;
const SUBSETS = ['latin', 'latin-ext'];

export interface ShareText {
  kicker: string;
  name: string;
  tagline: string;
  brand: string;
}

/** Files of the site's font as WOFF, because satori reads neither WOFF2 nor variable fonts. */
const FACES = SUBSETS.flatMap((subset) =>
  WEIGHTS.map((weight) => ({ weight, file: `instrument-sans-${subset}-${weight}-normal.woff` })),
);

/** Copies the font next to the function that draws pictures. */
export async function copyFonts(folder: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const { file } of FACES) {
    await copyFile(resolve(`@fontsource/instrument-sans/files/${file}`), path.join(folder, file));
  }
}

/** @param folder Written by {@link copyFonts}. */
export async function loadFonts(folder: string): Promise<Font[]> {
  return Promise.all(
    FACES.map(async ({ weight, file }) => ({
      name: FAMILY,
      weight,
      data: await readFile(path.join(folder, file)),
    })),
  );
}

/** Returns an SVG whose texts are paths. */
export function shareImage(text: ShareText, fonts: Font[]): Promise<string> {
  return satori(layout(text), { ...SIZE, fonts });
}

/** Names are short; what somebody says is not. */
function isQuotation(name: string): boolean {
  return name.length > 70;
}

function sizeOf(name: string): number {
  if (isQuotation(name)) return 44;
  return name.length > 20 ? 68 : 92;
}

type Style = Record<string, string | number>;

function box(style: Style, ...children: unknown[]) {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}

function layout({ kicker, name, tagline, brand }: ShareText) {
  return box(
    {
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      padding: '72px 80px',
      background: '#faf8f4',
      color: '#1c1815',
      fontFamily: FAMILY,
      fontWeight: 500,
    },
    box(
      { alignItems: 'center', fontSize: 42, fontWeight: 700, letterSpacing: '-0.03em' },
      picture(MARK.rounded, 64, 64),
      box({ marginLeft: 20 }, brand),
    ),
    box(
      { flexDirection: 'column', justifyContent: 'center', height: 340 },
      box({ fontSize: 30, color: '#8a5200', letterSpacing: '0.01em' }, kicker),
      box(
        {
          marginTop: 14,
          maxWidth: 1000,
          fontSize: sizeOf(name),
          fontWeight: 700,
          lineHeight: 1.1,
          letterSpacing: '-0.025em',
          lineClamp: isQuotation(name) ? 5 : 2,
          display: 'block',
        },
        name,
      ),
      box(
        {
          marginTop: 22,
          maxWidth: 1000,
          fontSize: tagline.length > 60 ? 30 : 34,
          lineHeight: 1.4,
          color: '#5d554b',
          lineClamp: 3,
          display: 'block',
        },
        tagline,
      ),
    ),
    box({ position: 'absolute', left: 0, bottom: 0 }, wave()),
  );
}

const WAVE = { bars: 75, step: 16, width: 8, height: 130 };

function wave() {
  const { bars, step, width, height } = WAVE;
  const rects = Array.from({ length: bars }, (_, index) => {
    const voice = 0.55 + 0.3 * Math.sin(index * 0.55) + 0.15 * Math.sin(index * 1.9 + 1);
    const swell = 0.25 + 0.75 * Math.sin((index / (bars - 1)) * Math.PI);
    const top = height - Math.round(10 + swell * voice * (height - 20));
    const size = `width="${width}" height="${height}" rx="${width / 2}"`;
    return `<rect x="${index * step + width / 2}" y="${top}" ${size}/>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${height}" fill="#f7a81b">` +
    `${rects.join('')}</svg>`;
  return picture(svg, SIZE.width, height);
}

function picture(svg: string, width: number, height: number) {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { type: 'img', key: null, props: { src, width, height } };
}
