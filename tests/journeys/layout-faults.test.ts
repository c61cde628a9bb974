import { expect, test } from '../support/journey/journey.ts';
import { layoutFaults } from '../support/browser/layout-faults.ts';

const PLANTED: [name: string, html: string, fault: RegExp][] = [
  [
    'a text over another',
    '<p style="position: relative">2 hours ago<span style="position: absolute; left: 20px">by Northlight</span></p>',
    /“2 hours ago” and “by Northlight” print over each other/,
  ],
  [
    'a control narrower than its text',
    '<button style="width: 40px; padding: 0; white-space: nowrap">Create an alert</button>',
    /The text fills its control: Create an alert/,
  ],
  [
    'a text from edge to edge of its control',
    '<a href="#" style="display: inline-block; background: gold">Create an alert</a>',
    /The text fills its control: Create an alert/,
  ],
  [
    'a placeholder that is cut',
    '<input placeholder="e.g., Sam Altman, OpenAI, venture capital" style="width: 90px">',
    /The placeholder is cut/,
  ],
  [
    'a line below the last one',
    '<p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: clip; width: 90px; padding: 4px">A title of many words</p>',
    /A line too many shows through: A title/,
  ],
  [
    'lines that the focus of a link scrolls',
    '<p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; width: 90px"><a href="#">A title of many words</a></p>',
    /The lines of a limited text can be scrolled: A title/,
  ],
  [
    'a box wider than the window',
    '<div style="width: 500px; background: gold">wide</div>',
    /Sticks out of the window: <div/,
  ],
];

test.use({ viewport: { width: 375, height: 800 } });

for (const [name, html, fault] of PLANTED) {
  test(`finds a planted fault: ${name}`, async ({ page }) => {
    await page.setContent(html);
    expect(await layoutFaults(page)).toEqual([expect.stringMatching(fault)]);
  });
}

test('text that is cut on purpose, hidden or above the page is no fault', async ({ page }) => {
  await page.setContent(`
    <p style="width: 90px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">
      <span>A long name</span> <span>and its publisher</span>
    </p>
    <p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: clip; width: 90px">
      A title of many words
    </p>
    <p>Text below a bar</p>
    <div style="position: fixed; top: 0; left: 0; width: 100%">A bar</div>
    <span style="position: absolute; width: 1px; height: 1px; overflow: hidden">Heard only</span>
    <button style="padding: 0 20px">Fits</button>
    <h1 style="line-height: 1">A heading whose lines are close to each other</h1>`);
  expect(await layoutFaults(page)).toEqual([]);
});
