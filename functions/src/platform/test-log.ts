import { vi } from 'vitest';

const METHODS = ['log', 'info', 'warn', 'error'] as const;

/** Captures log lines until the next test begins; the returned array grows. */
export function keepLog(): string[] {
  const lines: string[] = [];
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  return lines;
}

/**
 * Drops log lines until the returned function is called: the lines of thousands of simulated histories would
 * fill the memory.
 */
export function dropLog(): () => void {
  const own = { ...console };
  const silent = METHODS.map((method) => [method, () => undefined]);
  Object.assign(console, Object.fromEntries(silent));
  return () => void Object.assign(console, own);
}

export function logEntries(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
