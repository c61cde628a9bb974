import { expect, test } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

const page = (head: string) => `<head>${head}</head>`;
const link = '<link rel="stylesheet" crossorigin href="/assets/index-1.css">';

test('a stylesheet stands in the page, letter by letter', async () => {
  const asked: string[] = [];
  const read = (file: string) => {
    asked.push(file);
    return Promise.resolve("a::before{content:'$&'}\n");
  };
  expect(await inlineStyles(page(link), read)).toBe(page("<style>a::before{content:'$&'}</style>"));
  expect(asked).toEqual(['assets/index-1.css']);
});

test('a page without one, or one that would end early, is refused', async () => {
  const read = (css: string) => () => Promise.resolve(css);
  await expect(inlineStyles(page(''), read('a{}'))).rejects.toThrow(/no stylesheet/);
  await expect(inlineStyles(page(link), read('</style><script>'))).rejects.toThrow(/cannot stand/);
});
