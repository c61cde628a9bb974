import ts from 'typescript';
import { expect, test } from 'vitest';
import { putFirst, relatedTests } from './related-tests.ts';

const file = (name: string, ...imports: string[]) =>
  ts.createSourceFile(
    name,
    imports.map((each) => `import '${each}';\n`).join(''),
    ts.ScriptTarget.ES2023,
  );

test('lists the nearest tests of a source first, and of these the ones beside it', () => {
  const files = [
    file('/a/store.ts', 'zod'),
    file('/b/page.ts', '../a/store.ts'),
    file('/b/page.test.ts', './page.ts'),
    file('/b/far.test.ts', '../a/store.ts'),
    file('/a/store.test.ts', './store.ts'),
    file('/a/other.test.ts', './other.ts'),
  ];
  expect(relatedTests(files, '/a/store.ts')).toEqual([
    { name: '/a/store.test.ts', steps: 1 },
    { name: '/b/far.test.ts', steps: 1 },
    { name: '/b/page.test.ts', steps: 2 },
  ]);
});

test.each([
  ['c', ['c', 'a', 'b']],
  ['a timeout', ['a', 'b', 'c']],
  [null, ['a', 'b', 'c']],
])('puts the test that failed last first: %s', (first, order) => {
  expect(putFirst(['a', 'b', 'c'], first)).toEqual(order);
});
