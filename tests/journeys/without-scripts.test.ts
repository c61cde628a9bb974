import { expect, test } from '../support/journey/journey.ts';

test.use({ javaScriptEnabled: false });

for (const width of [375, 1280]) {
  for (const address of [
    '/',
    '/?q=OpenAI',
    '/topics/ai-machine-learning',
    '/company/openai',
    '/about',
    '/developers',
  ]) {
    test(`${address} has no dead controls without scripts, ${width} pixels wide`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const dead = page.locator('button:not([type=submit]):visible');
      await expect(dead).toHaveCount(0);
      await expect(page.getByText('–', { exact: true }).filter({ visible: true })).toHaveCount(0);
    });
  }
}

test('a hub leads to all its episodes without scripts', async ({ page }) => {
  await page.goto('/topics/ai-machine-learning');
  await page.getByRole('link', { name: 'All AI Episodes' }).click();
  await expect(page).toHaveURL(/\/\?q=AI/);
  await expect(page.getByRole('article')).toHaveCount(10);
});
