import path from 'node:path';
import ts from 'typescript';

interface RelatedTest {
  name: string;
  /** 1 if it imports the source itself. */
  steps: number;
}

/** Test files that import a source, directly or not: the nearest first, and of these the ones beside the source. */
export function relatedTests(files: readonly ts.SourceFile[], source: string): RelatedTest[] {
  const importers = new Map<string, string[]>();
  for (const { fileName, text } of files) {
    for (const { fileName: name } of ts.preProcessFile(text).importedFiles) {
      if (!name.startsWith('.')) continue;
      const imported = path.join(path.dirname(fileName), name);
      importers.set(imported, [...(importers.get(imported) ?? []), fileName]);
    }
  }
  const stepsTo = new Map([[source, 0]]);
  for (const [name, steps] of stepsTo) {
    for (const each of importers.get(name) ?? []) {
      if (!stepsTo.has(each)) stepsTo.set(each, steps + 1);
    }
  }
  const isBeside = (name: string) => path.dirname(name) === path.dirname(source);
  const rank = ({ name, steps }: RelatedTest) => 2 * steps - Number(isBeside(name));
  return Array.from(stepsTo, ([name, steps]) => ({ name, steps }))
    .filter(({ name }) => name.endsWith('.test.ts'))
    .sort((left, right) => rank(left) - rank(right));
}

/** The neighbours of a fault are often seen by the same test. */
export function putFirst(tests: readonly string[], first: string | null): string[] {
  return [...tests].sort((left, right) => Number(right === first) - Number(left === first));
}
