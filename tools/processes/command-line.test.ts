import { describe, expect, it } from 'vitest';
import { command, words } from './command-line.ts';

const USAGE = 'npm run fill -- [--slowly] <jug> [<liquid>]\n\nFills a jug.';
const fill = command(
  USAGE,
  { options: { slowly: { type: 'boolean', default: false } }, allowPositionals: true },
  ({ values: { slowly }, positionals }) => {
    const [jug = '', liquid = 'water'] = words(positionals, ['a jug'], 1);
    return { slowly, jug, liquid };
  },
);

describe('a command line', () => {
  it.each([
    [['--slowly', 'jug'], { slowly: true, jug: 'jug', liquid: 'water' }],
    [['jug', 'milk'], { slowly: false, jug: 'jug', liquid: 'milk' }],
    [['--', '--jug'], { slowly: false, jug: '--jug', liquid: 'water' }],
  ])('parses the command line %j', (args, options) => {
    expect(fill(args)).toEqual({ kind: 'run', options });
  });

  it.each([['--help'], ['-h'], ['jug', '-h'], ['--help', 'jug', 'often']])(
    'prints the usage for help, whatever the other arguments: %s %s %s',
    (...args) => {
      expect(fill(args)).toEqual({ kind: 'print', text: USAGE, exitCode: 0 });
    },
  );

  it.each([
    [['jug', '--nonsense'], "Unknown option '--nonsense'."],
    [['--slowly=1'], "Option '--slowly' does not take an argument."],
    [['jug', '-5'], "Unknown option '-5'."],
    [[], 'Name a jug.'],
    [['jug', 'milk', 'more'], '"more" is one word too many.'],
  ])('refuses %j with a sentence and the usage', (args, sentence) => {
    const text = `${sentence}\nUsage: npm run fill -- [--slowly] <jug> [<liquid>]`;
    expect(fill(args)).toEqual({ kind: 'print', text, exitCode: 2 });
  });

  it('refuses arguments of a command that takes none', () => {
    const told = command(USAGE, { options: {} }, () => null)(['jug']);
    expect(told).toMatchObject({ kind: 'print', exitCode: 2 });
  });

  it('rethrows an unexpected error', () => {
    const broken = command(USAGE, { options: {} }, () => {
      throw new TypeError('a bug');
    });
    expect(() => broken([])).toThrow('a bug');
  });
});
