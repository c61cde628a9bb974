import { vi } from 'vitest';

/**
 * Catches what is logged from now until the next test begins. Answers with the lines, which grow as they
 * are logged; {@link logEntries} reads them.
 */
export function keepLog(): string[] {
  const lines: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  }
  return lines;
}

/** The lines that `log` wrote, each as the JSON object that it is. */
export function logEntries(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
