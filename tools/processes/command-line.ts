import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Parsed<C extends ParseArgsConfig> = ReturnType<typeof parseArgs<C>>;

/** What a command line asks for: options to carry out, or a text to print and the exit code. */
export type CommandLine<T> =
  { kind: 'run'; options: T } | { kind: 'told'; text: string; exitCode: 0 | 2 };

/** A command line that cannot be carried out; `message` is the sentence that is printed. */
export class WrongCommandLine extends Error {}

/**
 * Makes the reader of a command's arguments, by the rules of `parseArgs`; every command knows `--help` besides.
 * @param usage What `--help` prints. Its first line, alone, follows the sentence that refuses a command line.
 * @param read Makes the command's options of what was parsed; a {@link WrongCommandLine} refuses values.
 */
export function command<const C extends ParseArgsConfig, T>(
  usage: string,
  config: C,
  read: (parsed: Parsed<C>) => T,
): (args: readonly string[]) => CommandLine<T> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  return (args) => {
    try {
      const parsed = parseArgs({ ...config, options, args: [...args] });
      if ('help' in parsed.values && parsed.values['help'] === true) {
        return { kind: 'told', text: usage, exitCode: 0 };
      }
      return { kind: 'run', options: read(parsed as Parsed<C>) };
    } catch (error) {
      if (!(error instanceof WrongCommandLine) && !isOfParseArgs(error)) throw error;
      const [sentence = ''] = error.message.split(/\. |\.?$/m);
      const [line = ''] = usage.split('\n');
      return { kind: 'told', text: `${sentence}.\nUsage: ${line}`, exitCode: 2 };
    }
  };
}

function isOfParseArgs(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_');
}

/** What this process's command line asks for; prints the text and ends the process where that is all. */
export function optionsOf<T>(read: (args: readonly string[]) => CommandLine<T>): T {
  const line = read(process.argv.slice(2));
  if (line.kind === 'run') return line.options;
  if (line.exitCode === 0) console.log(line.text);
  else console.error(line.text);
  process.exit(line.exitCode);
}

/** A whole number above 0, `fallback` where none is given. */
export function wholeNumber(text: string | undefined, what: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new WrongCommandLine(`${what} is a whole number above 0, not "${text}"`);
}

/** The words of a command line, of which there must be as many as are named, the optional ones left out. */
export function words(
  positionals: readonly string[],
  needed: readonly string[],
  optional = 0,
): string[] {
  if (positionals.length < needed.length)
    throw new WrongCommandLine(`Name ${needed.join(' and ')}`);
  const surplus = positionals[needed.length + optional];
  if (surplus !== undefined) throw new WrongCommandLine(`"${surplus}" is one word too many`);
  return [...positionals];
}

/** The one folder that is named; it must hold a file of this name, if one is given. */
export function folderOf(positionals: readonly string[], file = ''): string {
  const [folder = ''] = words(positionals, ['one folder']);
  if (!existsSync(folder)) throw new WrongCommandLine(`There is no folder "${folder}"`);
  if (existsSync(path.join(folder, file))) return folder;
  throw new WrongCommandLine(`There is no ${file} in "${folder}"`);
}
