import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findChromium } from '../../tests/support/find-chromium.ts';
import { orExit } from '../processes/expected-failure.ts';
import { portsAt, readPortOffset } from '../instance/ports.ts';

/** The least a page may score in each of Lighthouse's categories, of 100. */
const LEAST = { performance: 99, accessibility: 100, 'best-practices': 96, seo: 100 };
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const PAGES = ['/', '/company/openai', '/topics/ai-machine-learning'];

// `npm run lighthouse`: how Lighthouse rates the site that `npm start` serves, seen from a phone on a
// slow line; the median of three runs a page. `-- --url <address>` rates another site, `-- /a /b`
// other pages.
const ports = portsAt(orExit(() => readPortOffset(process.env['EARSHOT_PORT_OFFSET'])));
const { values, positionals } = parseArgs({
  options: {
    url: { type: 'string', default: `http://localhost:${ports.site}` },
    runs: { type: 'string', default: '3' },
  },
  allowPositionals: true,
});

const chromePath = findChromium(process.env);
if (chromePath === null) {
  console.error('There is no Chromium: install one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
for (const path of positionals.length > 0 ? positionals : PAGES) await ratePage(path, chromePath);

async function ratePage(path: string, chromePath: string): Promise<void> {
  const runs = [];
  while (runs.length < Number(values.runs)) {
    // A browser of its own for every run, as Lighthouse's command has: none cleans up after another.
    const browser = await launch({
      chromePath,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
    });
    try {
      const run = await rate(new URL(path, values.url).href, browser.port);
      if (run) runs.push(run);
    } finally {
      browser.kill();
    }
  }
  console.log(path);
  for (const [name, least] of Object.entries(LEAST)) {
    const scores = runs.map(({ scores }) => scores[name] ?? 0);
    const score = median(scores);
    if (score < least) process.exitCode = 1;
    console.log(`  ${name.padEnd(26)} ${score}   (${scores.join(', ')}; at least ${least})`);
  }
  for (const name of FIGURES) {
    const value = median(runs.map(({ figures }) => figures[name] ?? NaN));
    const layout = name === 'cumulative-layout-shift';
    console.log(`  ${name.padEnd(26)} ${layout ? value.toFixed(3) : `${Math.round(value)} ms`}`);
  }
  const failed = [...new Set(runs.flatMap((run) => run.failed))];
  if (failed.length > 0) console.log(`  not passed: ${failed.join(', ')}`);
}

/** Null where the browser lost the record of the page load, which Lighthouse says is to be done again. */
async function rate(url: string, port: number) {
  const result = await lighthouse(url, { port, onlyCategories: Object.keys(LEAST) });
  if (!result) throw new Error(`Lighthouse says nothing about ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError?.code === 'NO_NAVSTART') return null;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
    figures: Object.fromEntries(FIGURES.map((id) => [id, audits[id]?.numericValue])),
    failed: weighed.filter((id) => (audits[id]?.score ?? 1) < 0.9),
  };
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}
