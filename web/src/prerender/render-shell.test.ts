// @vitest-environment node
import { expect, test } from 'vitest';
import { pageHtml } from './page-html.ts';
import { renderShell } from './render-page.tsx';

test('the shell states visibly that it needs JavaScript', () => {
  const template = '<head></head><body><div id="root"></div></body>';
  const html = pageHtml(template, renderShell());
  expect(html).toContain('name="robots" content="noindex"');
  expect(html).toMatch(
    /<noscript><p[^>]*>Accounts need JavaScript\..*<\/p><\/noscript><div id="root"><\/div>/,
  );
});
