import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from './command-line.ts';
import { REPOSITORY } from './repository.ts';

const USAGE = 'npm run fill -- [--slowly] <jug>\n\nFills a jug.';
const config = { options: { slowly: { type: 'boolean' } }, allowPositionals: true } as const;

describe('a command line', () => {
  it('is carried out', () => {
    expect(parseCommandLine(USAGE, config, ['--slowly', 'jug'])).toMatchObject({
      ...{ kind: 'run', parsed: { values: { slowly: true }, positionals: ['jug'] } },
    });
  });

  it.each(['--help', '-h'])('is told how it is used by %s, whatever else it says', (help) => {
    const told = { kind: 'told', text: USAGE, exitCode: 0 };
    expect(parseCommandLine(USAGE, config, ['jug', help])).toEqual(told);
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'."],
    [['--slowly=1'], "Option '--slowly' does not take an argument."],
    [['jug', '-5'], "Unknown option '-5'."],
  ])('of %j is refused, with how it is used', (args, sentence) => {
    const text = `${sentence}\nUsage: npm run fill -- [--slowly] <jug>`;
    expect(parseCommandLine(USAGE, config, args)).toEqual({ kind: 'told', text, exitCode: 2 });
  });

  it('of words is refused where none are expected', () => {
    const told = parseCommandLine(USAGE, { options: {} }, ['jug']);
    expect(told).toMatchObject({ kind: 'told', exitCode: 2 });
  });
});

/** `test` reads names of suites, `mutation` hands everything on to Stryker. */
const OWN_READERS = ['test', 'mutation'];

it('is read by every command', () => {
  const scripts = readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8');
  const names = new Set(
    Array.from(scripts.matchAll(/bootstrap\.js ([a-z-]+)/g), ([, name = '']) => name),
  );
  const unread = [...names].filter((name) => {
    const file = path.join(REPOSITORY, 'tools/commands', `${name}.ts`);
    const isOurs = existsSync(file) && !OWN_READERS.includes(name);
    return isOurs && !readFileSync(file, 'utf8').includes('readCommandLine(USAGE');
  });
  expect(unread).toEqual([]);
});
