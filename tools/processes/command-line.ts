import { parseArgs, type ParseArgsConfig } from 'node:util';

type Parsed<T extends ParseArgsConfig> = ReturnType<typeof parseArgs<T>>;

/** What a command line asks for: options to carry out, or a text to print and the exit code. */
type CommandLine<T extends ParseArgsConfig> =
  { kind: 'run'; parsed: Parsed<T> } | { kind: 'told'; text: string; exitCode: 0 | 2 };

/**
 * Reads a command line by the rules of `parseArgs`; every command knows `--help` besides.
 * @param usage What `--help` prints. Its first line, alone, follows the sentence that refuses a command line.
 */
export function parseCommandLine<T extends ParseArgsConfig>(
  usage: string,
  config: T,
  args: readonly string[],
): CommandLine<T> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const parsed = parseArgs({ ...config, options, args: [...args] });
    if ('help' in parsed.values && parsed.values['help'] === true) {
      return { kind: 'told', text: usage, exitCode: 0 };
    }
    return { kind: 'run', parsed: parsed as Parsed<T> };
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    const [line = ''] = usage.split('\n');
    return { kind: 'told', text: `${sentence}.\nUsage: ${line}`, exitCode: 2 };
  }
}

/** As {@link parseCommandLine}, of this process; ends it where there is nothing to carry out. */
export function readCommandLine<T extends ParseArgsConfig>(usage: string, config: T): Parsed<T> {
  const line = parseCommandLine(usage, config, process.argv.slice(2));
  if (line.kind === 'run') return line.parsed;
  if (line.exitCode === 0) console.log(line.text);
  else console.error(line.text);
  process.exit(line.exitCode);
}
