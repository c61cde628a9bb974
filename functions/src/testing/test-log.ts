import { vi } from 'vitest';

const METHODS = ['log', 'info', 'warn', 'error'] as const;

/** Captures log lines until the next test begins. The returned array grows. */
export function keepLog(): string[] {
  const lines: string[] = [];
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  return lines;
}

/** Discards log lines until the returned function is called. Thousands of simulated runs would fill memory. */
export function dropLog(): () => void {
  const own = { ...console };
  const silent = METHODS.map((method) => [method, () => undefined]);
  Object.assign(console, Object.fromEntries(silent));
  return () => void Object.assign(console, own);
}

export function logEntries(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
