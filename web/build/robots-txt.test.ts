// @vitest-environment node
import { expect, test } from 'vitest';
import { robotsTxt } from './robots-txt.ts';

test('robots.txt links to the sitemap', () => {
  expect(robotsTxt('https://earshot.example').split('\n')).toContain(
    'Sitemap: https://earshot.example/sitemap.xml',
  );
});
