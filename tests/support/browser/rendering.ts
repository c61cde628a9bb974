import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';

/** Whatever looks different from machine to machine: typefaces, controls, edges and shadows. */
const PROBE = `<!doctype html>
<style>
  body { margin: 8px; font: 16px/1.4 system-ui, sans-serif; background: #faf8f4; }
  b { font-weight: 700; } i { font: 600 13px Arial, sans-serif; } u { font-size: 30px; }
  div { width: 90px; height: 30px; border-radius: 12px; border: 1px solid #8d8375;
    background: linear-gradient(90deg, #ffe9bd, #faf8f4); box-shadow: 0 12px 32px -16px #3b2a0d; }
</style>
<p>Handgloves 0123456789 <b>Quick fox, “lazy dog” – ©</b> <i>fi fl AVA To</i> <u>Rag</u></p>
<div></div>
<input value="Text"> <select><option>Friday</option></select>
<input type="checkbox" checked> <input type="radio" checked>`;

/**
 * How this machine draws: the same for two machines whose pictures of a page can be compared. Typefaces
 * and the way they are smoothed differ between systems, and nobody has to make them equal.
 */
export async function renderingOf(browser: Browser): Promise<string> {
  const page = await browser.newPage({
    viewport: { width: 480, height: 240 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
  });
  await page.setContent(PROBE);
  const picture = await page.screenshot({ caret: 'hide' });
  await page.close();
  return createHash('sha256').update(picture).digest('hex').slice(0, 12);
}
