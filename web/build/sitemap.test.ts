// @vitest-environment node
import { expect, test } from 'vitest';
import { robotsTxt, sitemap } from './sitemap.ts';

test('a sitemap holds absolute addresses, escaped', () => {
  expect(sitemap('https://earshot.example', ['/', '/trends/r&d'])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '  <url><loc>https://earshot.example/</loc></url>\n' +
      '  <url><loc>https://earshot.example/trends/r&amp;d</loc></url>\n' +
      '</urlset>\n',
  );
});

test('robots.txt leads to the sitemap', () => {
  expect(robotsTxt('https://earshot.example').split('\n')).toContain(
    'Sitemap: https://earshot.example/sitemap.xml',
  );
});
