import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from './commands/command-lines.ts';
import type { CommandReader } from './processes/command-line.ts';
import { REPOSITORY } from './processes/repository.ts';

const BOOTSTRAP = path.join(REPOSITORY, 'tools/bootstrap.js');
const readers: Record<string, CommandReader<unknown>> = COMMANDS;
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')));
/** npm scripts of bootstrap.js, with their fixed arguments. */
const started = Object.entries(scripts).flatMap(([script, line]) => {
  const [node, bootstrap, ...words] = line.split(' ');
  return `${node} ${bootstrap}` === 'node tools/bootstrap.js' ? [{ script, words }] : [];
});

/** Arguments that a command must refuse on every machine. */
const WRONG: Record<string, string[][]> = {
  feeds: [
    [],
    ['--language', 'en', 'list.opml'],
    ['--status', 'list.opml'],
    ['--status', '--project'],
  ],
  alerts: [['--project', 'heard'], ['now']],
  'mail-allow': [[], ['ada'], ['a@b', 'c@d']],
  'publish-sample': [[], ['x'.repeat(201)]],
  'bench-search': [['many'], ['--against']],
  'bench-load': [['postgres'], ['--against']],
  'bench-alerts': [['10'], ['--against']],
  deploy: [['--check', '--smoke'], ['--preview'], ['now']],
  start: [['now'], ['--port', '1']],
};

describe('every command', () => {
  it('npm scripts and commands correspond one to one', () => {
    expect(new Set(started.map(({ words }) => words[0]))).toEqual(new Set(Object.keys(readers)));
  });

  it.each(started)('prints a short help for $script', ({ script, words }) => {
    const [name = '', ...args] = words;
    const help = readers[name]!([...args, '--help']);
    expect(help).toMatchObject({ kind: 'print', exitCode: 0 });
    const { text } = help as { text: string };
    expect(text).toMatch(/^npm (run )?[a-z:-]+/);
    expect(text.split('\n').length).toBeLessThan(28);
    expect(text).toContain(
      /^npm (run )?/.exec(text)![0] + script.split(':')[0]!.replace('dev', 'start'),
    );
  });

  it.each(started)('the help of $script documents exactly the options of the command', (one) => {
    const reader = readers[one.words[0] ?? '']!;
    const { text } = reader(['--help']) as { text: string };
    // Quoted text may name options of other commands.
    const own = text.replaceAll(/`[^`]*`|"[^"]*"/g, '');
    const named = [...own.matchAll(/(?<![\w-])--?([a-z][a-z-]*)/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual([...reader.optionNames].sort());
  });

  it.each(Object.entries(WRONG).flatMap(([name, lines]) => lines.map((args) => ({ name, args }))))(
    'refuses wrong arguments with a sentence: $name $args',
    ({ name, args }) => {
      const refusal = readers[name]!(args);
      expect(refusal).toMatchObject({ kind: 'print', exitCode: 2 });
      expect((refusal as { text: string }).text).toMatch(/^[^\n]+\.\nUsage: npm .+$/);
    },
  );
});

describe('bootstrap.js', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [BOOTSTRAP, ...args], { encoding: 'utf8' });

  it('parses the command line before it loads a command', () => {
    const help = run('bench-alerts', '--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toMatch(/^npm run bench:alerts -- /);
    const wrong = run('bench-load', '--nonsense');
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/^Unknown option '--nonsense'\.\nUsage: npm run bench:load/);
  });

  it.each(['no-such-command', '../bootstrap', 'command-lines', ''])(
    'refuses the unknown command %j',
    (name) => {
      const { status, stderr } = run(name);
      expect({ status, stderr }).toEqual({ status: 1, stderr: `There is no command "${name}".\n` });
    },
  );
});
