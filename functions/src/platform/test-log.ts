import { vi } from 'vitest';

/** Captures log lines until the next test begins; the returned array grows. */
export function keepLog(): string[] {
  const lines: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  return lines;
}

export function logEntries(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
