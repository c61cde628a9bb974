import { existsSync } from 'node:fs';
import { command, words, WrongCommandLine } from '../processes/command-line.ts';

export const backupCommand = command(
  `npm run backup -- <file> [--project <id>]

Writes everything that cannot be made anew into one file: what people have, what was sent to them, and
on this machine their accounts. It holds secrets: keep it as you keep passwords.

  --project <id>   the deployed project; you need to be signed in with
                   "gcloud auth application-default login". Without it: the local run.`,
  { options: { project: { type: 'string' } }, allowPositionals: true },
  ({ values, positionals }) => {
    const [file = ''] = words(positionals, ['the file to write']);
    if (existsSync(file)) throw new WrongCommandLine(`There is a file "${file}" already`);
    return { file, project: values.project };
  },
);

export const restoreCommand = command(
  `npm run restore -- <file> --mailed-until <time|backup> [--replace] [--project <id>]
npm run restore -- --in-place --mailed-until <time> [--project <id>]

Puts a backup in place, such that nobody is told again what was mailed after it, and nobody misses
anything. No alerts may run meanwhile: docs/operating.md says how to pause them.

  --mailed-until <time>   when mails last went out before the loss, like 2026-11-25T08:15:00Z: the last
                          "alerts-run" in the log. "backup": none did after the backup, as when moving
  --replace               deletes what is there first
  --in-place              Firestore was restored by Google already: only sets right what was mailed since
  --project <id>          the deployed project; you need to be signed in with
                          "gcloud auth application-default login". Without it: the local run.`,
  {
    options: {
      'mailed-until': { type: 'string' },
      replace: { type: 'boolean', default: false },
      'in-place': { type: 'boolean', default: false },
      project: { type: 'string' },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const { 'in-place': inPlace, replace, project } = values;
    const [file = null] = words(positionals, inPlace ? [] : ['the file to restore']);
    if (file !== null && !existsSync(file)) {
      throw new WrongCommandLine(`There is no file "${file}"`);
    }
    if (inPlace && replace) throw new WrongCommandLine('--in-place replaces nothing');
    return { file, replace, project, mailedUntilMs: mailedUntil(values['mailed-until'], inPlace) };
  },
);

/** The time in epoch milliseconds; null for `backup`. */
function mailedUntil(text: string | undefined, inPlace: boolean): number | null {
  if (text === undefined)
    throw new WrongCommandLine('Say with --mailed-until when mails last went out');
  if (text === 'backup' && !inPlace) return null;
  const atMs = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(atMs)) {
    throw new WrongCommandLine(`--mailed-until is a time like 2026-11-25T08:15:00Z, not "${text}"`);
  }
  if (atMs > Date.now()) throw new WrongCommandLine('--mailed-until is a time that has passed');
  return atMs;
}
