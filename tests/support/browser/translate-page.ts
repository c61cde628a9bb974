import type { Page } from 'playwright-core';

/**
 * Changes a page as a browser's translator does: moves each text into two nested `font` elements and changes its
 * words.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentNode?.nodeName ?? '';
      if (text.data.trim() === '' || /^(SCRIPT|STYLE|TEXTAREA)$/.test(parent)) continue;
      const [outer, inner] = ['font', 'font'].map((name) => document.createElement(name));
      if (!outer || !inner) throw new Error('no element was made');
      inner.textContent = text.data.toUpperCase();
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}
