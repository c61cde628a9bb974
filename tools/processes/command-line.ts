import { parseArgs, type ParseArgsConfig } from 'node:util';

type Parsed<C extends ParseArgsConfig> = ReturnType<typeof parseArgs<C>>;

type CommandLine<T> =
  { kind: 'run'; options: T } | { kind: 'print'; text: string; exitCode: 0 | 2 };

export class WrongCommandLine extends Error {}

export interface CommandReader<T> {
  (args: readonly string[]): CommandLine<T>;
  /** All options except `--help`. */
  optionNames: readonly string[];
}

/**
 * Creates a command's parser, with `--help` added.
 * @param usage Printed by `--help`. Error messages include its first line.
 * @param read Validates the parsed values. Throws a {@link WrongCommandLine} for invalid ones.
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
        return { kind: 'print', text: usage, exitCode: 0 };
      }
      return { kind: 'run', options: read(parsed as Parsed<C>) };
    } catch (error) {
      if (!(error instanceof WrongCommandLine) && !isParseArgsError(error)) throw error;
      const [sentence = ''] = error.message.split(/\. |\.?$/m);
      const [line = ''] = usage.split('\n');
      return { kind: 'print', text: `${sentence}.\nUsage: ${line}`, exitCode: 2 };
    }
  };
  return Object.assign(parse, { optionNames: Object.keys(config.options ?? {}) });
}

function isParseArgsError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_');
}

/** Returns the options of this process. Exits after printing help or an error. */
export function optionsOf<T>(read: (args: readonly string[]) => CommandLine<T>): T {
  const line = read(process.argv.slice(2));
  if (line.kind === 'run') return line.options;
  if (line.exitCode === 0) console.log(line.text);
  else console.error(line.text);
  process.exit(line.exitCode);
}

/** Returns the positional arguments. Throws if one of `needed` is missing, or if over `optional` others are given. */
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
