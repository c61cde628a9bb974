import { existsSync, readFileSync, rmSync } from 'node:fs';
import { faultRows, FAULTS_FILE } from './record-fault.ts';

/** Vitest's globalSetup: runs before the suite's first file; the returned function runs after the last. */
export default function setup(): () => void {
  rmSync(FAULTS_FILE, { force: true });
  return printTable;
}

const COLUMNS = ['what happens', 'what a person sees', 'what is lost', 'until it is well'] as const;

function printTable(): void {
  if (!existsSync(FAULTS_FILE)) return;
  const rows = faultRows(readFileSync(FAULTS_FILE, 'utf8'));
  const cells = rows.map(({ fault, seen, lost, recovery }) => [fault, seen, lost, recovery]);
  const widths = COLUMNS.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const ruler = line(widths.map((width) => '-'.repeat(width)));
  console.log(`\n${[line(COLUMNS), ruler, ...cells.map(line)].join('\n')}\n`);
}
