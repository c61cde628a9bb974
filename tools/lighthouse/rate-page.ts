import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const LIGHTHOUSE = path.join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');

/** The parts of Lighthouse's report that are shown. Scores are from 0 to 1; null if not applicable. */
const reportSchema = z.object({
  runtimeError: z.object({ code: z.string(), message: z.string() }).optional(),
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});

export interface PageRating {
  /** Scores from 0 to 100 by category. */
  scores: Record<string, number>;
  /** Values of the numeric audits by audit id, mostly in milliseconds. */
  figures: Record<string, number | undefined>;
  /** Ids of weighted audits with a score below 0.9. */
  failed: string[];
}

/**
 * Rates one page in a new browser that emulates a phone on a slow network. Returns null if Chromium lost the trace
 * of the page load (NO_NAVSTART), which a retry cures. Throws if the page cannot be rated.
 */
export async function ratePage(
  url: string,
  { categories, chromePath }: { categories: readonly string[]; chromePath: string },
): Promise<PageRating | null> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-lighthouse-'));
  const file = path.join(folder, 'report.json');
  const options = [
    `--only-categories=${categories.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    '--output=json',
    `--output-path=${file}`,
    '--no-enable-error-reporting',
    '--quiet',
  ];
  try {
    // Lighthouse also exits with an error after it has written a report with a `runtimeError`.
    const failure: unknown = await promisify(execFile)(
      process.execPath,
      [LIGHTHOUSE, url, ...options],
      { env: { ...process.env, CHROME_PATH: chromePath } },
    ).then(
      () => null,
      (error: unknown) => error,
    );
    return readRating(readReport(file, failure));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string, failure: unknown): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw failure ?? error;
  }
}

/** The rating in a report. Null if `ratePage` must be called again; throws for any other `runtimeError`. */
export function readRating(report: unknown): PageRating | null {
  const { runtimeError, categories, audits } = reportSchema.parse(report);
  if (runtimeError?.code === 'NO_NAVSTART') return null;
  if (runtimeError) throw new Error(runtimeError.message);
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
    figures: Object.fromEntries(
      Object.entries(audits).map(([id, { numericValue }]) => [id, numericValue]),
    ),
    failed: weighed.filter((id) => (audits[id]?.score ?? 1) < 0.9),
  };
}
