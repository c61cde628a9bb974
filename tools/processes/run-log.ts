import { mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Number of lines of each program that are kept for error messages. */
const KEPT_LINES = 15;

/**
 * Secrets in addresses that the emulators log: they allow reading a private feed, or changing what a person
 * gets.
 */
const SECRETS = /(\/feeds\/|[?&]token=)[\w.~%-]{8,}/g;

const withoutSecrets = (line: string) => line.replace(SECRETS, '$1…');

export interface RunLog {
  readonly file: string;
  write(program: string, piece: string): void;
  lastLines(program: string): string[];
}

/** Creates a log file in which each line begins with the program's name. `echo` also prints the lines. */
export function openRunLog(file: string, echo: boolean): RunLog {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  const unfinished = new Map<string, string>();
  const kept = new Map<string, string[]>();

  function writeLine(program: string, written: string) {
    const line = withoutSecrets(written);
    kept.set(program, [...(kept.get(program) ?? []), line].slice(-KEPT_LINES));
    writeSync(descriptor, `[${program}] ${line}\n`);
    if (echo) console.log(`[${program}] ${line}`);
  }

  return {
    file,
    write(program, piece) {
      const text = (unfinished.get(program) ?? '') + stripVTControlCharacters(piece);
      const lines = text.split(/\r?\n/);
      unfinished.set(program, lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '') writeLine(program, line);
    },
    lastLines: (program) =>
      [...(kept.get(program) ?? []), withoutSecrets(unfinished.get(program) ?? '')].filter(Boolean),
  };
}
