import { describe, expect, test } from 'vitest';
import { conditionMutants } from './mutants/condition-mutants.ts';
import { fieldMutants, limitMutants } from './mutants/limit-mutants.ts';
import { methodMutants } from './mutants/method-mutants.ts';

const changesOf = (mutants: { change: string }[]) => mutants.map(({ change }) => change);

describe('the mutants of rules', () => {
  test('adds only the other write to an allow that reads request.resource', () => {
    const rules = 'match /a/{b} {\n  allow create: if f(request.resource.data);\n}';
    expect(changesOf(methodMutants(rules))).toEqual([
      'line 2: allow get: if false; for allow create: if f(request.resource.data);',
      'line 2: create, update for create',
    ]);
  });

  test('drops each operand of && and ||, also in brackets, and each single condition', () => {
    const rules = [
      "allow read: if a(x && y) && (b == '&& ;' || c) // && d",
      '  && e;',
      'function f() { return g != 1; }',
    ].join('\n');
    expect(changesOf(conditionMutants(rules))).toEqual([
      'line 1: true for a(x && y)',
      "line 1: true for (b == '&& ;' || c)",
      "line 1: false for b == '&& ;'",
      'line 1: false for c',
      'line 2: true for e',
      'line 3: true for g != 1',
    ]);
  });

  test('changes only the stated condition', () => {
    const [mutant] = conditionMutants('allow read: if a && b;');
    expect(mutant?.rules).toBe('allow read: if true && b;');
  });

  test.each(['if !a;', 'if a ? b : c;', 'let a = b; return a;'])(
    'refuses unsupported conditions: %s',
    (rules) => {
      expect(() => conditionMutants(rules)).toThrow('not supported');
    },
  );

  test('moves each number outside of names, strings and comments', () => {
    const rules = "sha256(a) <= 20 && b.matches('x{3}'); // 4";
    expect(changesOf(limitMutants(rules))).toEqual(['line 1: 21 for 20', 'line 1: 19 for 20']);
  });

  test('removes each field from a list', () => {
    const rules = "a.keys().hasOnly(['b',\n 'c'])";
    expect(fieldMutants(rules).map((mutant) => mutant.rules)).toEqual([
      "a.keys().hasOnly(['',\n 'c'])",
      "a.keys().hasOnly(['b',\n ''])",
    ]);
  });

  test('adds no list to the match of a single document', () => {
    expect(changesOf(methodMutants('match /a/b { allow get: if x; }'))).toEqual([
      'line 1: allow get: if false; for allow get: if x;',
      'line 1: get, create for get',
      'line 1: get, update for get',
      'line 1: get, delete for get',
    ]);
  });

  test('removes each method and adds each that the match does not allow', () => {
    const rules = [
      'match /a/{b} {',
      '  allow get, list: if x;',
      '  match /c/{d} { allow create: if y; }',
      '  allow delete: if z;',
      '}',
      'match /{e=**} { allow read: if false; }',
    ].join('\n');
    expect(changesOf(methodMutants(rules))).toEqual([
      'line 2: list for get, list',
      'line 2: get for get, list',
      'line 2: get, list, create for get, list',
      'line 2: get, list, update for get, list',
      'line 3: allow get: if false; for allow create: if y;',
      'line 3: create, get for create',
      'line 3: create, list for create',
      'line 3: create, update for create',
      'line 3: create, delete for create',
      'line 4: without allow delete: if z;',
      'line 4: delete, create for delete',
      'line 4: delete, update for delete',
    ]);
  });
});
