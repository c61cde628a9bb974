import { parseDocument, DomUtils } from 'htmlparser2';
import { beforeAll, describe, expect, test } from 'vitest';
import { digestLinks } from '../digest-links.ts';
import { renderDigestMail } from '../digest-mail.ts';
import { hostileDigest } from '../fixtures/hostile-digest.ts';
import { DIGEST_STYLES, MAIL_WIDTH } from './digest-style.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

let html = '';
let elements: Element[] = [];

beforeAll(async () => {
  const links = digestLinks('ada', {
    from: { name: 'Earshot', address: 'alerts@earshot.example' },
    siteUrl: 'https://earshot.example',
    unsubscribeKeys: ['k'.repeat(32)],
  });
  html = (await renderDigestMail(hostileDigest, links)).html;
  elements = DomUtils.getElementsByTagName('*', parseDocument(html));
});

const styleOf = ({ attribs }: Element) =>
  new Map(
    (attribs['style'] ?? '').split(';').flatMap((part): [string, string][] => {
      const [name = '', ...value] = part.split(':');
      return name === '' ? [] : [[name.trim(), value.join(':').trim()]];
    }),
  );
/**
 * True if the element or an ancestor up to its cell sets a colour. In some mail programs, cells do not inherit colours.
 */
function hasColour(element: Element): boolean {
  if (styleOf(element).has('color')) return true;
  const { parent } = element;
  return element.name !== 'td' && parent !== null && 'attribs' in parent && hasColour(parent);
}
const named = (...names: string[]) => elements.filter(({ name }) => names.includes(name));

describe('Outlook for Windows', () => {
  test('sets the width for Outlook, which ignores max-width', () => {
    const fragments = [...html.matchAll(/<!--\[if mso\]>([\s\S]*?)<!\[endif\]-->/g)];
    expect(fragments).toHaveLength(3);
    const [head = '', open = '', close = ''] = fragments.map(([, text]) => text);
    expect(head).toContain('<o:PixelsPerInch>96<');
    expect(html.indexOf(head)).toBeLessThan(html.indexOf('</head>'));
    expect(open).toContain(` width="${MAIL_WIDTH}"`);
    expect(named('i')).toEqual([]);
    // In Outlook the conditional fragments and the HTML between them form complete tables.
    const outlook = html.replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, '');
    const count = (pattern: RegExp) => outlook.match(pattern)?.length;
    expect(count(/<table/g)).toBe(count(/<\/table>/g));
    expect(html.indexOf(open)).toBeLessThan(html.indexOf('<h1'));
    expect(html.indexOf(close)).toBeGreaterThan(html.indexOf('Unsubscribe from all alerts'));
  });

  test('pads only cells, and sets their background in an attribute too', () => {
    for (const element of elements) {
      const style = styleOf(element);
      const padded = [...style.keys()].some((name) => name.startsWith('padding'));
      if (padded && style.get('padding') !== '0') {
        expect(['td', 'span'], element.name).toContain(element.name);
      }
      const colour = style.get('background-color');
      if (element.name === 'td' && element.attribs['class'] && colour !== undefined) {
        expect(element.attribs['bgcolor']).toBe(colour);
      }
    }
    expect(elements.filter(({ attribs }) => attribs['bgcolor']).length).toBeGreaterThan(3);
  });
});

test('a cover keeps its size while images are off, and screen readers skip it', () => {
  const images = named('img');
  expect(images.length).toBeGreaterThan(3);
  for (const image of images) {
    expect(image.attribs).toMatchObject({ alt: '', width: '64', height: '64' });
    expect(styleOf(image).get('background-color')).toMatch(/^#/);
  }
});

describe('Gmail', () => {
  test('keeps styles below 8 kB and separates the rules that Gmail drops', () => {
    expect(DIGEST_STYLES.join('').length).toBeLessThan(8192);
    const [base = '', phone = '', ...dark] = DIGEST_STYLES;
    expect(base + phone).not.toMatch(/\[|prefers-color-scheme/);
    expect(dark.some((css) => css.includes('prefers-color-scheme: dark'))).toBe(true);
    expect(dark.some((css) => css.includes('[data-ogsc]'))).toBe(true);
    for (const css of DIGEST_STYLES) expect(html).toContain(`<style>${css}</style>`);
  });

  test('sets colours and widths inline for programs without style sheets', () => {
    for (const element of named('h1', 'h2', 'p', 'li')) {
      expect(DomUtils.textContent(element) === '' || hasColour(element), element.name).toBe(true);
    }
    for (const link of named('a')) expect(styleOf(link).get('color')).toMatch(/^#/);
    for (const table of named('table').filter(({ attribs }) => attribs['width'])) {
      expect(['100%', String(MAIL_WIDTH)]).toContain(table.attribs['width']);
    }
  });
});

test('declares both colour schemes and prevents automatic links in dates', () => {
  const meta = new Map(named('meta').map(({ attribs }) => [attribs['name'], attribs['content']]));
  expect(meta.get('color-scheme')).toBe('light dark');
  expect(meta.get('supported-color-schemes')).toBe('light dark');
  expect(meta.get('format-detection')).toContain('date=no');
});
