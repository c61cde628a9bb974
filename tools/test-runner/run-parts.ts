import type { Supervisor } from '../processes/supervisor.ts';

export interface Part {
  name: string;
  /** Names of parts that must end before this one starts. */
  after?: readonly string[];
  run: () => Promise<PartResult>;
}

/** The runner prints `summary` after the name, and `output` only after a failure. */
interface PartResult {
  passed: boolean;
  summary?: string;
  output: string;
}

/**
 * Runs at most `slots` parts concurrently. A free slot takes the first part that may start. Prints the results, and
 * returns the names of failed parts.
 */
export async function runParts(
  supervisor: Supervisor,
  parts: readonly Part[],
  slots: number,
): Promise<string[]> {
  const waiting = [...parts];
  const running = new Map<string, Promise<void>>();
  const failed: string[] = [];
  const isOver = (name: string) =>
    !running.has(name) && waiting.every((other) => other.name !== name);
  const start = async (part: Part) => {
    if (!(await passes(supervisor, part))) failed.push(part.name);
    running.delete(part.name);
  };
  while (waiting.length + running.size > 0) {
    const next = waiting.findIndex(({ after = [] }) => after.every(isOver));
    const [part] = next < 0 || running.size >= slots ? [] : waiting.splice(next, 1);
    if (part) running.set(part.name, start(part));
    else await Promise.race(running.values());
  }
  return failed;
}

async function passes(supervisor: Supervisor, { name, run }: Part): Promise<boolean> {
  const startedAt = Date.now();
  const { passed, summary = '', output } = await run();
  if (supervisor.stopping) return false;
  const seconds = `${Math.round((Date.now() - startedAt) / 1000)} s`;
  if (!passed && output !== '') console.log(`\n${output.trim()}\n`);
  const state = passed ? '  ok    ' : '  FAILED';
  console.log(`${state} ${name.padEnd(36)} ${seconds.padStart(6)}   ${summary}`.trimEnd());
  return passed;
}
