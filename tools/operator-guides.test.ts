import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { SECRET_NAMES } from '../functions/src/settings.ts';
import { COMMANDS } from './commands/command-lines.ts';
import type { CommandReader } from './processes/command-line.ts';
import { REPOSITORY } from './processes/repository.ts';

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8');
const GUIDES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guidesIn('docs')];
/** Guides whose shell examples an operator types. guide-examples.test.ts runs the examples of other guides. */
const OPERATORS = ['docs/deploying.md', 'docs/operating.md'];

function guidesIn(folder: string): string[] {
  return readdirSync(path.join(REPOSITORY, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
const readers: Record<string, CommandReader<unknown>> = COMMANDS;

/** Returns the lines of the guide's shell examples, without comments. */
function shellLines(guide: string): string[] {
  const blocks = [...read(guide).matchAll(/^ *```sh\n([^]*?)^ *```$/gm)];
  return blocks
    .flatMap(([, text = '']) => text.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/ +# .*$/, '').trim())
    .filter((line) => line !== '');
}

/** Returns the commands within sentences and tables. */
function inlineCommands(guide: string): string[] {
  const text = read(guide).replaceAll(/^ *```[^]*?^ *```$/gm, '');
  return [...text.matchAll(/`((?:npm|npx firebase|gcloud) [^`]+)`/g)].map(([, line = '']) =>
    line.replaceAll(/\s+/g, ' '),
  );
}

const all = GUIDES.flatMap((guide) => {
  const lines = shellLines(guide);
  const checked = OPERATORS.includes(guide) ? lines : lines.filter((line) => /^np[mx] /.test(line));
  return [...checked, ...inlineCommands(guide)];
});
const commands = [...new Set(all)];

/** Splits a line as a shell does. A placeholder such as `<id>` counts as a word. */
function wordsOf(line: string): string[] {
  const filled = line.replaceAll(/<[^>]*>/g, (name) => STANDS_FOR[name] ?? 'something');
  return [...filled.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/["']/g, ''),
  );
}

const STANDS_FOR: Record<string, string> = {
  '<address>': 'ada@example.com',
  '<file>': 'earshot.jsonl',
  '<time>': '2026-11-25T08:15:00Z',
};

/** A correct line may name a file that is not on this machine. */
const INCOMPLETE = /^There is no (file|folder) /;

function wrongWithNpm(words: readonly string[]): string | null {
  const [, first = '', second = ''] = words;
  const script = first === 'run' ? second : first;
  const line = scripts[script];
  if (line === undefined) return `there is no script ${script}`;
  const [, bootstrap, command = '', ...fixed] = line.split(' ');
  const own = words.indexOf('--');
  if (bootstrap !== 'tools/bootstrap.js' || own < 0) return null;
  const parsed = readers[command]!([...fixed, ...words.slice(own + 1)]);
  return parsed.kind === 'run' || INCOMPLETE.test(parsed.text) ? null : parsed.text;
}

/** Options that every command of firebase-tools has. */
const EVERYWHERE = ['project', 'non-interactive', 'json', 'debug', 'config', 'account'];

function wrongWithFirebase([, , name = '', ...words]: readonly string[]): string | null {
  const file = `node_modules/firebase-tools/lib/commands/${name.replaceAll(':', '-')}.js`;
  if (!existsSync(path.join(REPOSITORY, file))) return `firebase has no command ${name}`;
  const source = read(file);
  const known = (option: string) =>
    EVERYWHERE.includes(option) ||
    source.includes(`"--${option} `) ||
    source.includes(` --${option} `);
  const unknown = optionsIn(words).find((option) => !known(option));
  return unknown === undefined ? null : `firebase ${name} has no option ${unknown}`;
}

/** Options from Google's reference. */
const GCLOUD: Record<string, readonly string[]> = {
  'auth application-default login': [],
  'firestore backups list': [],
  'firestore backups schedules create': ['database', 'recurrence', 'retention'],
  'firestore databases restore': ['source-backup', 'destination-database'],
  'firestore export': ['snapshot-time', 'collection-ids'],
  'firestore import': [],
  'iam service-accounts add-iam-policy-binding': ['role', 'member'],
  'iam service-accounts create': [],
  'iam workload-identity-pools create': ['location'],
  'iam workload-identity-pools providers create-oidc': [
    'location',
    'workload-identity-pool',
    'issuer-uri',
    'attribute-mapping',
    'attribute-condition',
  ],
  'logging sinks update': ['add-exclusion', 'update-exclusion'],
  'org-policies set-policy': [],
  'projects add-iam-policy-binding': ['member', 'role', 'condition'],
  'projects describe': ['format'],
  'scheduler jobs pause': ['location'],
  'services enable': [],
  'storage rm': [],
  'tasks queues pause': ['location'],
};

function wrongWithGcloud([, ...words]: readonly string[]): string | null {
  const line = words.join(' ');
  const name = Object.keys(GCLOUD).find((each) => line === each || line.startsWith(`${each} `));
  if (name === undefined) return `nobody looked up gcloud ${line}`;
  const unknown = optionsIn(words).find(
    (option) => option !== 'project' && !GCLOUD[name]!.includes(option),
  );
  return unknown === undefined ? null : `gcloud ${name} has no option ${unknown}`;
}

function optionsIn(words: readonly string[]): string[] {
  return words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
}

function wrongWith(line: string): string | null {
  const words = wordsOf(line);
  const [program = '', first = '', second = ''] = words;
  if (program === 'npm') return wrongWithNpm(words);
  if (program === 'npx' && first === 'firebase') return wrongWithFirebase(words);
  if (program === 'gcloud') return wrongWithGcloud(words);
  // Other tests run these against the product.
  if (program === 'curl') return URL.canParse(first) ? null : line;
  if (program === 'cp') return existsSync(path.join(REPOSITORY, first)) && second ? null : line;
  return `nobody checks ${program}`;
}

test('finds more than 60 commands in the guides', () =>
  expect(commands.length).toBeGreaterThan(60));

test.each(commands)('%s is a command with known options', (line) => {
  expect(wrongWith(line)).toBeNull();
});

test.each([
  ['npm run stauts', 'no script stauts'],
  ['npm run status -- --projekt <id>', "Unknown option '--projekt'"],
  ['npx firebase auth:exprot accounts.json', 'no command auth:exprot'],
  ['npx firebase functions:log --project heard --onyl sendAlerts', 'no option onyl'],
  ['gcloud firestore export gs://… --snapshot=1', 'no option snapshot'],
  ['gcloud firestore drop', 'nobody looked up'],
  ['rm -rf .data', 'nobody checks rm'],
])('the wrong command %s is detected', (line, reason) => {
  expect(wrongWith(line)).toContain(reason);
});

test('every setting in a guide exists', () => {
  const example = parseEnv(read('.env.example'));
  const workflow = read('.github/workflows/deploy.yml');
  // Settings of tests and of example programs, not of the product.
  const others = ['FUZZ_FACTOR', 'EARSHOT_KEY', 'WEBHOOK_SECRET', 'EARSHOT_PORT_OFFSET'];
  const named = OPERATORS.flatMap((guide) =>
    [...read(guide).matchAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g)].map(([name]) => name),
  );
  expect(new Set(named).size).toBeGreaterThan(20);
  const unknown = named.filter(
    (name) =>
      !(name in example) &&
      !SECRET_NAMES.includes(name) &&
      !others.includes(name) &&
      !workflow.includes(`vars.${name}`),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

/** Returns the code of the functions and the commands, without tests. */
function source(): string {
  const files = ['functions/src', 'tools', 'functions/build'].flatMap((folder) =>
    readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|js)$/.test(file) && !/test\.ts$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  return files.map(read).join('\n');
}

/** Matches log events whose names end with a code, such as `digest-paused`. */
const KINDS = /^(?:digest|message)-([a-z-]+)$/;

test('every log event, field and code in the operating guide is in the code', () => {
  const code = source();
  const names = new Set(code.match(/(?<![\w-])[a-zA-Z]\w*/g));
  const isThere = (word: string) => {
    if (!word.includes('-')) return names.has(word);
    const kind = KINDS.exec(word)?.[1] ?? word;
    return [word, kind].some((each) => code.includes(`'${each}'`));
  };
  const guide = read('docs/operating.md').replaceAll(/^ *```[^]*?^ *```$/gm, '');
  const words = [...guide.matchAll(/`([a-z][a-zA-Z]*(?:-[a-zA-Z]+)*)`/g)].map(
    ([, word = '']) => word,
  );
  expect(new Set(words).size).toBeGreaterThan(50);
  // Names of PostgreSQL, and Google's names of our schedules.
  const others = (word: string) => word === 'sslrootcert' || word.startsWith('firebase-schedule-');
  expect([...new Set(words)].filter((word) => !isThere(word) && !others(word))).toEqual([]);
});

test('every schedule and queue in a guide is a function', () => {
  const index = read('functions/src/index.ts');
  const named = OPERATORS.flatMap((guide) => {
    const text = read(guide);
    return [
      ...text.matchAll(/firebase-schedule-(\w+)/g),
      ...text.matchAll(/queues? `(\w+)`/g),
      ...text.matchAll(/--only (\w+)/g),
    ].map(([, name = '']) => name);
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !new RegExp(`\\{ ${name} \\}`).test(index))).toEqual([]);
});
