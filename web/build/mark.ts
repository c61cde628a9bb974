const ACCENT = '#f7a81b';
const INK = '#1d1503';

const STROKES =
  `<g fill="none" stroke="${INK}" stroke-linecap="round" stroke-linejoin="round">` +
  '<path d="M9.5 16.6h10.8a5.4 5.4 0 1 0-1.9 4.2" stroke-width="2.8"/>' +
  '<path d="M23.3 9.6a9.6 9.6 0 0 1 0 12.8" stroke-width="2.4"/></g>';

function svg(ground: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}${content}</svg>`;
}

export const MARK = {
  rounded: svg(`<rect width="32" height="32" rx="9" fill="${ACCENT}"/>`, STROKES),
  /** The background fills the square; the drawing stays inside the safe zone of maskable icons. */
  maskable: svg(
    `<rect width="32" height="32" fill="${ACCENT}"/>`,
    `<g transform="translate(3.2 3.2) scale(.8)">${STROKES}</g>`,
  ),
};
