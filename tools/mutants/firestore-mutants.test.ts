import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { firestoreCalls, FUNCTIONS } from './firestore-calls.ts';
import { firestoreMutants, MAX_MUTANTS_A_FILE, writesFirestore } from './firestore-mutants.ts';

const PREFIX = `import type { Firestore, Transaction } from 'firebase-admin/firestore';
declare const firestore: Firestore;
declare const map: Map<string, object>;
declare const transaction: Transaction;
declare function change(by: Transaction): void;
`;

const SAMPLES: Record<string, string[]> = {
  "await firestore.doc('a/b').delete();": ["await firestore.doc('a/b').delete(); → ;"],
  'change(transaction);': ['change(transaction); → ;'],
  "const made = firestore.doc('a/b').create({});": [
    'create → set',
    "firestore.doc('a/b').create({}) → Promise.resolve()",
  ],
  "const some = firestore.collection('a').where('n', '==', 1).limit(5);": [
    "firestore.collection('a').where('n', '==', 1).limit(5) → firestore.collection('a').where('n', '==', 1)",
    "firestore.collection('a').where('n', '==', 1) → firestore.collection('a')",
  ],
  'if (map.size >= 5) map.clear();': ['map.size >= 5 → true', 'map.size >= 5 → false'],
  "const most = map.has('a') ? 1 : 2;": ["map.has('a') → !(map.has('a'))"],
  'const isFull = map.size > 5;': ['> → <='],
  "const isOdd = map.has('a') && map.has('b');": [
    "map.has('a') && map.has('b') → map.has('b')",
    "map.has('a') && map.has('b') → map.has('a')",
  ],
  'const a = 1; const fields = { a, b: 2 };': ['a → ...{}', 'b: 2 → ...{}'],
  'const store = { read: () => 5, add(n: number) { return n; } };': [],
  "map.set('a', {});": [],
  "await firestore.doc('a/b').get();": [],
};

const FILES: Record<string, readonly string[]> = {
  samples: Object.keys(SAMPLES),
  write: ["await firestore.doc('a/b').set({});"],
  helper: ['change(transaction);'],
  reads: ["map.set('a', {}); await firestore.doc('a/b').get();"],
  long: Array.from({ length: 60 }, (_, at) => `const is${at} = map.size > ${at};`),
};

/** All files in one program, because reading the types of the Admin SDK takes seconds. */
function compile() {
  const pathOf = (name: string) => path.join(FUNCTIONS, `src/sample-${name}.ts`);
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  };
  const texts = new Map(
    Object.entries(FILES).map(([name, lines]) => [pathOf(name), PREFIX + lines.join('\n')]),
  );
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) => {
    const text = texts.get(file);
    return text === undefined
      ? read(file, version)
      : ts.createSourceFile(file, text, version, true);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const fileOf = (name: string) => {
    const file = program.getSourceFile(pathOf(name));
    if (file === undefined) throw new Error(`The sample ${name} is missing.`);
    return file;
  };
  return { calls: firestoreCalls(program), fileOf };
}

const { calls, fileOf } = compile();

test('puts faults into writes, queries, conditions and what is stored', () => {
  const lines = Object.keys(SAMPLES);
  const found = new Map(lines.map((line): [string, string[]] => [line, []]));
  for (const { line, change, source } of firestoreMutants(calls, fileOf('samples'))) {
    const index = line - PREFIX.split('\n').length;
    found.get(lines[index] ?? '')?.push(change);
    const changed = source.slice(PREFIX.length).split('\n');
    expect(changed.filter((each, at) => each !== lines[at])).toEqual([changed[index]]);
  }
  for (const [line, changes] of Object.entries(SAMPLES)) {
    expect([line, found.get(line)?.sort()]).toEqual([line, changes.sort()]);
  }
});

test.each([
  ['a write', 'write', true],
  ['a helper that gets the transaction', 'helper', true],
  ['reads and other sets only', 'reads', false],
])('tells whether a file writes Firestore: %s', (_, name, writes) => {
  expect(writesFirestore(calls, fileOf(name))).toBe(writes);
});

test('draws the same faults of a long file every time, in order', () => {
  const drawn = firestoreMutants(calls, fileOf('long'));
  expect(drawn).toHaveLength(MAX_MUTANTS_A_FILE);
  expect(drawn).toEqual(firestoreMutants(calls, fileOf('long')));
  const lines = drawn.map(({ line }) => line);
  expect(lines).toEqual([...lines].sort((left, right) => left - right));
});
