import { vi } from 'vitest';

/**
 * Keeps what is logged until the next test begins, out of the output, and answers the lines: one JSON
 * object each, as `log` writes them.
 */
export function keepLog(): string[] {
  const lines: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  return lines;
}
