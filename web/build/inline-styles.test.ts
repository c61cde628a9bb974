import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

const page = (head: string) => `<head>${head}</head>`;
const link = '<link rel="stylesheet" crossorigin href="/assets/index-1.css">';

test('inlines a stylesheet unchanged', async () => {
  const asked: string[] = [];
  const read = (file: string) => {
    asked.push(file);
    return Promise.resolve("a::before{content:'$&'}\n");
  };
  const styled = await inlineStyles(page(link), read);
  expect(styled).toContain("<style>a::before{content:'$&'}</style></head>");
  expect(asked).toEqual(['assets/index-1.css']);
});

test('allows only the page’s own styles by hash', async () => {
  const read = () => Promise.resolve("alert('Hello, world.');");
  // The hash of this text is the example of the CSP specification, section 2.3.1.
  const source = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
  expect(await inlineStyles(page(link), read)).toContain(
    `<meta http-equiv="Content-Security-Policy" content="style-src-elem 'self' ${source}"><style>`,
  );
});

test('allows the styles of a framed preview', async () => {
  const styled = await inlineStyles(page(link), () => Promise.resolve('a{}'), ['b{}']);
  expect(styled).toMatch(/content="style-src-elem 'self'( 'sha256-[^']+'){2}"/);
  expect(styled).not.toContain('b{}');
});

test('refuses a page without a stylesheet, or with a style that ends early', async () => {
  const read = (css: string) => () => Promise.resolve(css);
  await expect(inlineStyles(page(''), read('a{}'))).rejects.toThrow(/no stylesheet/);
  await expect(inlineStyles(page(link), read('</style><script>'))).rejects.toThrow(/cannot stand/);
});
