import * as z from 'zod';
import type { TestCounts } from './test-counts.ts';

const annotationSchema = z.object({ type: z.string(), description: z.string().optional() });

/** Of a suite in Playwright's JSON report, what is read: why its tests were skipped. */
interface ReportSuite {
  specs: { tests: { annotations: z.infer<typeof annotationSchema>[] }[] }[];
  suites?: ReportSuite[] | undefined;
}

const suiteSchema: z.ZodType<ReportSuite> = z.object({
  specs: z.array(
    z.object({ tests: z.array(z.object({ annotations: z.array(annotationSchema) })) }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

/** Of Playwright's JSON report, what is counted. */
const reportSchema = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
  /** What failed outside of any test: a file that does not load. */
  errors: z.array(z.unknown()),
  suites: z.array(suiteSchema),
});

/**
 * The counts of one Playwright run. What fails outside of any test counts as one failed each; so does
 * a run that ends badly without any failure to show, or whose report is missing.
 */
export function countJourneys(report: unknown, exitCode: number): TestCounts {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = parsed.data;
  const failed = stats.unexpected + stats.flaky + errors.length;
  return {
    passed: stats.expected,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

/** Why tests were skipped, with how many for each reason. */
export function skipReasons(report: unknown): Map<string, number> {
  const reasons = new Map<string, number>();
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success) return reasons;
  for (const { annotations } of testsOf(parsed.data.suites)) {
    const skip = annotations.find(({ type }) => type === 'skip');
    if (skip === undefined) continue;
    const reason = skip.description ?? 'no reason is given';
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

function testsOf(suites: readonly ReportSuite[]): ReportSuite['specs'][number]['tests'] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ tests }) => tests),
    ...testsOf(inner),
  ]);
}
