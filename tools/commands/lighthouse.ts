import path from 'node:path';
import { findChromium } from '../../tests/support/browser/find-chromium.ts';
import { installPackages } from '../install-packages.js';
import { localTarget } from '../instance/target.ts';
import { type PageRating, ratePage } from '../lighthouse/rate-page.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { orExit } from '../processes/expected-failure.ts';

/** Lowest accepted score (0 to 100) in each category. */
const LEAST = { performance: 99, accessibility: 100, 'best-practices': 96, seo: 100 };
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const PAGES = ['/', '/company/openai', '/topics/ai-machine-learning'];

const options = optionsOf(COMMANDS.lighthouse);
const { run } = orExit(() => localTarget(process.env));
const site = options.url ?? `http://localhost:${run.ports.site}`;
console.log(`Acts on the site ${site}.`);

const chromePath = findChromium(process.env);
if (chromePath === null) {
  console.error('There is no Chromium: install one, or name it in CHROMIUM_PATH.');
  process.exit(1);
}
const failure = installPackages(
  path.join(import.meta.dirname, '../lighthouse'),
  'Lighthouse',
  process.env,
);
if (failure !== null) {
  console.error(failure);
  process.exit(1);
}
for (const page of options.pages.length > 0 ? options.pages : PAGES) {
  show(page, await rateRuns(page, chromePath));
}

async function rateRuns(page: string, chromePath: string): Promise<PageRating[]> {
  const runs = [];
  while (runs.length < options.runs) {
    const url = new URL(page, site).href;
    const run = await ratePage(url, { categories: Object.keys(LEAST), chromePath });
    if (run) runs.push(run);
  }
  return runs;
}

function show(page: string, runs: readonly PageRating[]): void {
  console.log(page);
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

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}
