import type { Page } from 'playwright-core';

interface LayoutShift {
  value: number;
  sources: { node: Node | null }[];
}

/**
 * Records layout shifts from the next page load on. The returned function reads their scores and
 * moved elements.
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // TypeScript's DOM library has no type for layout-shift entries.
      for (const { value, sources } of list.getEntries() as unknown as LayoutShift[]) {
        const moved = sources.map(({ node }) =>
          `${node?.nodeName} ${node?.textContent}`.slice(0, 80),
        );
        shifts.push(`${value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}
