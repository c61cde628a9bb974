import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';

/** Elements whose rendering differs between machines: fonts, form controls, borders and shadows. */
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
 * A fingerprint of this machine's rendering. Screenshots are comparable only between machines with
 * the same fingerprint, because fonts and anti-aliasing differ.
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
