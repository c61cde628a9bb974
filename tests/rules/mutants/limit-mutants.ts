import { replaced, type RulesMutant } from './rules-mutant.ts';
import { bareRules } from './rules-text.ts';

export function limitMutants(rules: string): RulesMutant[] {
  return [...bareRules(rules).matchAll(/(?<![\w.])\d+(?![\w.])/g)].flatMap((found) => {
    const span = { start: found.index, end: found.index + found[0].length };
    const limit = Number(found[0]);
    return [limit + 1, limit - 1].map((moved) => replaced(rules, span, String(moved), null));
  });
}

export function fieldMutants(rules: string): RulesMutant[] {
  return [...bareRules(rules).matchAll(/hasOnly\(\[([^\]]*)\]\)/g)].flatMap((list) => {
    const listStart = list.index + list[0].indexOf('[');
    return [...(list[1] ?? '').matchAll(/'[^']*'/g)].map((name) => {
      const start = listStart + 1 + name.index;
      return replaced(rules, { start, end: start + name[0].length }, "''", 'allowed');
    });
  });
}
