import { describe, expect, it } from 'vitest';
import { command, wholeNumber, words } from './command-line.ts';

const USAGE = 'npm run fill -- [--slowly] <jug> [<times>]\n\nFills a jug.';
const fill = command(
  USAGE,
  { options: { slowly: { type: 'boolean', default: false } }, allowPositionals: true },
  ({ values: { slowly }, positionals }) => {
    const [jug = '', times] = words(positionals, ['a jug'], 1);
    return { slowly, jug, times: wholeNumber(times, 'The number of times', 1) };
  },
);

describe('a command line', () => {
  it.each([
    [['--slowly', 'jug'], { slowly: true, jug: 'jug', times: 1 }],
    [['jug', '12'], { slowly: false, jug: 'jug', times: 12 }],
    [['--', '--jug'], { slowly: false, jug: '--jug', times: 1 }],
  ])('reads the command line %j', (args, options) => {
    expect(fill(args)).toEqual({ kind: 'run', options });
  });

  it.each([['--help'], ['-h'], ['jug', '-h'], ['--help', 'jug', 'often']])(
    'prints its usage when asked for help, whatever else stands beside: %s %s %s',
    (...args) => {
      expect(fill(args)).toEqual({ kind: 'told', text: USAGE, exitCode: 0 });
    },
  );

  it.each([
    [['jug', '--nonsense'], "Unknown option '--nonsense'."],
    [['--slowly=1'], "Option '--slowly' does not take an argument."],
    [['jug', '-5'], "Unknown option '-5'."],
    [[], 'Name a jug.'],
    [['jug', '1', 'more'], '"more" is one word too many.'],
    [['jug', '12x'], 'The number of times is a whole number above 0, not "12x".'],
    [['jug', '0'], 'The number of times is a whole number above 0, not "0".'],
    [['jug', '1.5'], 'The number of times is a whole number above 0, not "1.5".'],
    [['jug', ''], 'The number of times is a whole number above 0, not "".'],
  ])('of %j is refused in a sentence, with how it is used', (args, sentence) => {
    const text = `${sentence}\nUsage: npm run fill -- [--slowly] <jug> [<times>]`;
    expect(fill(args)).toEqual({ kind: 'told', text, exitCode: 2 });
  });

  it('refuses words where none are expected', () => {
    const told = command(USAGE, { options: {} }, () => null)(['jug']);
    expect(told).toMatchObject({ kind: 'told', exitCode: 2 });
  });

  it('passes on a fault of the program', () => {
    const broken = command(USAGE, { options: {} }, () => {
      throw new TypeError('of the program');
    });
    expect(() => broken([])).toThrow('of the program');
  });
});
