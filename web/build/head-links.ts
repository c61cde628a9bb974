import type { HtmlTagDescriptor } from 'vite';

/** The font of every page; the other files are for rare letters. */
const FONT = /\/instrument-sans-latin-wght-normal-[^/]+\.woff2$/;

/** Links to files that the build makes; in index.html, Vite would look for them among its own. */
export function headLinks(builtFiles: readonly string[]): HtmlTagDescriptor[] {
  const fonts = builtFiles.filter((file) => FONT.test(`/${file}`));
  return [
    // Fetched at once, the font is there for the first paint; styles.css says why that matters.
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
