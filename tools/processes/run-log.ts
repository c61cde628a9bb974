import { mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const KEPT_LINES = 15;

/** Each pattern captures the text before a secret. That text stays in the log; the secret does not. */
const SECRETS: readonly RegExp[] = [
  // Tokens of private feeds.
  /(\/feeds\/)[\w.~%-]{8,}/g,
  /([?&](?:[\w.-]*[_.-])?(?:token|key|apikey|signature|sig|secret|password)=)[^&#\s"']+/gi,
  /(\/\/)[^\s/?#@"'<>]+(?=@)/g,
  /(authorization["']?\s*[:=]\s*["']?\w+ )[^\s"']+/gi,
  // Keys of our API.
  /\b(es_)[0-9A-Za-z]{20,}/g,
];

const withoutSecrets = (line: string) =>
  SECRETS.reduce((text, secret) => text.replace(secret, '$1…'), withoutUser(line));

/** Masks the user, which may be a key, in access log lines: `address - user [27/Nov/2026:10:00:00 +0000] …`. */
function withoutUser(line: string): string {
  const date = line.search(/ \[\d\d\/\w{3}\/\d{4}:/);
  const user = line.slice(0, Math.max(date, 0)).indexOf(' - ') + 3;
  if (user === 2 || line.slice(user, date) === '-') return line;
  return `${line.slice(0, user)}…${line.slice(date)}`;
}

export interface RunLog {
  readonly file: string;
  write(program: string, piece: string): void;
  lastLines(program: string): string[];
}

/** Creates a log file whose lines begin with the program's name. `echo` also prints the lines. */
export function openRunLog(file: string, echo: boolean): RunLog {
  mkdirSync(path.dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w');
  const unfinished = new Map<string, string>();
  const kept = new Map<string, string[]>();
  let isFull = false;

  function writeLine(program: string, written: string) {
    const line = withoutSecrets(written);
    kept.set(program, [...(kept.get(program) ?? []), line].slice(-KEPT_LINES));
    writeToFile(`[${program}] ${line}\n`);
    if (echo) console.log(`[${program}] ${line}`);
  }

  /** Throws once, so that the command stops. A program that stops may still write a lot. */
  function writeToFile(text: string) {
    if (isFull) return;
    try {
      writeSync(descriptor, text);
    } catch (error) {
      isFull = true;
      throw error;
    }
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
