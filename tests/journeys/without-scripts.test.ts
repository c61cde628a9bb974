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

for (const address of ['/trends/ai', '/?q=AI']) {
  test(`the pages of ${address} contain every episode without scripts`, async ({ page }) => {
    await page.goto(address);
    const [, total = ''] = /(\d+) episodes/.exec(
      await page.getByRole('region', { name: 'Search results' }).innerText(),
    )!;
    const next = page.getByRole('link', { name: 'Next' });
    const seen = new Set<string>();
    for (;;) {
      const links = await page
        .locator('article h3 a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
      expect(links.filter((link) => seen.has(link))).toEqual([]);
      for (const link of links) seen.add(link);
      if ((await next.getAttribute('aria-disabled')) === 'true') break;
      await next.click();
      await page.waitForLoadState();
    }
    expect(seen.size).toBe(Number(total));
    expect(seen.size).toBeGreaterThan(50);
  });
}

test('a page beyond the last redirects to the last', async ({ page }) => {
  await page.goto('/trends/ai?page=99');
  await expect(page).toHaveURL(/\/trends\/ai\?page=\d$/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
});

test('a hub links to all its episodes without scripts', async ({ page }) => {
  await page.goto('/topics/ai-machine-learning');
  await page.getByRole('link', { name: 'All AI Episodes' }).click();
  await expect(page).toHaveURL(/\/\?q=AI/);
  await expect(page.getByRole('article')).toHaveCount(10);
});
