// @vitest-environment node
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { decodeHTMLAttribute } from 'entities';
import { describe, expect, test } from 'vitest';
import { pageHtml } from './page-html.ts';

const TEMPLATE =
  '<html><head><link rel="icon" href="/i.svg"></head><body><div id="root"></div></body></html>';
const PAGE = {
  head: '<title>A &amp; B</title><meta name="description" content="$&"/>',
  body: '<h1>$1</h1>',
};

describe('a page from the template', () => {
  test('puts marked tags into the head and the content into the root', () => {
    expect(pageHtml(TEMPLATE, PAGE)).toBe(
      '<html><head><link rel="icon" href="/i.svg">' +
        '<title data-page="">A &amp; B</title><meta data-page="" name="description" content="$&"/>' +
        '</head><body><div id="root"><h1>$1</h1></div></body></html>',
    );
  });

  test('embeds results as data that cannot break out of its element', () => {
    const hostile = '"></script><script>alert(1)</script><!-- & \u2028';
    const episodes = [sampleEpisode({ title: hostile })];
    const about = { path: '/', query: hostile, total: 1, foundAtMs: 5 };
    const html = pageHtml(TEMPLATE, PAGE, { ...about, episodes });
    const element =
      /<script type="application\/json" id="prerendered-episodes" data-of="([^"]*)">([^<]*)<\/script>/;
    const [, of = '', data = ''] = element.exec(html) ?? [];
    expect(JSON.parse(decodeHTMLAttribute(of))).toEqual(about);
    expect(data).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(data)).toEqual(episodes);
    expect(html.replace(/data-of="[^"]*"/, '').split('<script')).toHaveLength(2);
  });

  test('moves scripts into a template until the page is painted', () => {
    const scripts =
      '<script type="module" crossorigin src="/a.js"></script>' +
      '<link rel="modulepreload" crossorigin href="/b.js">';
    const built = TEMPLATE.replace('<head>', '<head><script>begin()</script>').replace(
      '</head>',
      () => `${scripts}</head>`,
    );
    const kept = `<template id="late-scripts">${scripts}</template><script>begin()</script>`;
    const html = pageHtml(built, PAGE);
    expect(html).toContain(kept);
    expect(html.replace(kept, '')).not.toMatch(/\.js/);
    // The scripts stay in the head, because the shell has no content to show before them.
    expect(pageHtml(built, { head: '', body: '' })).toContain(`${scripts}</head>`);
  });

  test('moves the font and the links for members before the inline script', () => {
    const font = '<link rel="preload" as="font" href="/f.woff2">';
    const links =
      '<template id="member-links">\n<link rel="modulepreload" href="/m.js"></template>';
    const built = TEMPLATE.replace('<head>', `<head><script>begin()</script>${font}${links}`);
    const first = `${font}${links}<script>begin()</script>`;
    expect(pageHtml(built, PAGE)).toContain(`<template id="late-scripts"></template>${first}`);
    expect(pageHtml(built, { head: '', body: '' })).toContain(`<head>${first}`);
  });

  test('refuses a template without placeholders', () => {
    expect(() => pageHtml('<html></html>', PAGE)).toThrow('index.html must hold');
  });
});
