import { parseArgs, type ParseArgsConfig } from 'node:util';

type Parsed<C extends ParseArgsConfig> = ReturnType<typeof parseArgs<C>>;

/** A parsed command line: options to run with, or a text to print before exiting. */
export type CommandLine<T> =
  { kind: 'run'; options: T } | { kind: 'told'; text: string; exitCode: 0 | 2 };

export class WrongCommandLine extends Error {}

/** Parses the arguments of a command. `optionNames` are the options that it takes, without `--help`. */
export interface CommandReader<T> {
  (args: readonly string[]): CommandLine<T>;
  optionNames: readonly string[];
}

/**
 * Creates a parser of a command's arguments for `parseArgs`, with `--help` added.
 * @param usage Printed by `--help`. Its first line is added to error messages.
 * @param read Validates the parsed values; throws a {@link WrongCommandLine} for invalid ones.
 */
export function command<const C extends ParseArgsConfig, T>(
  usage: string,
  config: C,
  read: (parsed: Parsed<C>) => T,
): CommandReader<T> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  const parse = (args: readonly string[]): CommandLine<T> => {
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
  return Object.assign(parse, { optionNames: Object.keys(config.options ?? {}) });
}

function isOfParseArgs(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_');
}

/** The options of this process's command line. Prints help or an error and exits if there are none. */
export function optionsOf<T>(read: (args: readonly string[]) => CommandLine<T>): T {
  const line = read(process.argv.slice(2));
  if (line.kind === 'run') return line.options;
  if (line.exitCode === 0) console.log(line.text);
  else console.error(line.text);
  process.exit(line.exitCode);
}

export function wholeNumber(text: string | undefined, what: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new WrongCommandLine(`${what} is a whole number above 0, not "${text}"`);
}

/** Returns the positional arguments. Throws unless there are all of `needed`, and at most `optional` more. */
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
