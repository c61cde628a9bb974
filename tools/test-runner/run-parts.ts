import type { Supervisor } from '../processes/supervisor.ts';
import { WORKERS } from './test-suites.ts';

/** The runner prints `told` after the result, and `output` only after a failure. */
export interface Part {
  name: string;
  run: () => Promise<{ passed: boolean; told?: string; output: string }>;
}

/** Runs at most {@link WORKERS} parts concurrently, and prints their results. Returns the names of failed parts. */
export async function runParts(supervisor: Supervisor, parts: readonly Part[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = parts.values();
  const runOneByOne = async () => {
    for (const part of waiting) if (!(await passes(supervisor, part))) failed.push(part.name);
  };
  await Promise.all(Array.from({ length: WORKERS }, runOneByOne));
  return failed;
}

async function passes(supervisor: Supervisor, { name, run }: Part): Promise<boolean> {
  const startedAt = Date.now();
  const { passed, told = '', output } = await run();
  if (supervisor.stopping) return false;
  const seconds = `${Math.round((Date.now() - startedAt) / 1000)} s`;
  if (!passed) console.log(`\n${output.trim()}\n`);
  console.log(
    `${passed ? '  ok    ' : '  FAILED'} ${name.padEnd(36)} ${seconds.padStart(6)}   ${told}`.trimEnd(),
  );
  return passed;
}
