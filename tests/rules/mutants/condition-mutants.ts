import { replaced, type RulesMutant } from './rules-mutant.ts';
import { bareRules, closingBracket, operands, type Span, trimmed } from './rules-text.ts';

/** Matches every condition of the rules, but no function that returns another value, such as a path. */
const COMPARES = /[=<>]=|\b(?:in|is)\b|\.(?:matches|hasOnly)\(/;

/**
 * Removes each condition in turn: each operand of `&&` and `||`, and each condition without operators. Throws for
 * syntax that it does not support.
 */
export function conditionMutants(rules: string): RulesMutant[] {
  const bare = bareRules(rules);
  const unknown = /\?|!(?!=)|\blet\b/.exec(bare);
  if (unknown) throw new Error(`Conditions around "${unknown[0]}" are not supported yet.`);
  return [...bare.matchAll(/\b(?:if|return)\b([^;]+);/g)].flatMap((statement) => {
    const end = statement.index + statement[0].length - 1;
    const span = trimmed(bare, { start: end - (statement[1] ?? '').length, end });
    const isCondition = statement[0].startsWith('if') || COMPARES.test(statement[0]);
    return conditionsIn(bare, span, 'true').map((condition) =>
      replaced(
        rules,
        condition.span,
        condition.dropped,
        isCondition ? TURNED_BY[condition.dropped] : null,
      ),
    );
  });
}

/** The rules have no negation, so a condition that is true more often can only allow more requests. */
const TURNED_BY = { true: 'denied', false: 'allowed' } as const;

interface Condition {
  span: Span;
  dropped: 'true' | 'false';
}

function conditionsIn(bare: string, span: Span, dropped: Condition['dropped']): Condition[] {
  const whole: Condition = { span, dropped };
  const inside = withoutBrackets(bare, span);
  const alternatives = operands(bare, inside, '||');
  if (alternatives.length > 1) {
    return [whole, ...alternatives.flatMap((part) => conditionsIn(bare, part, 'false'))];
  }
  const joined = operands(bare, inside, '&&');
  return joined.length > 1 ? joined.flatMap((part) => conditionsIn(bare, part, 'true')) : [whole];
}

function withoutBrackets(bare: string, span: Span): Span {
  const bracketed =
    bare.charAt(span.start) === '(' && closingBracket(bare, span.start) === span.end - 1;
  return bracketed ? trimmed(bare, { start: span.start + 1, end: span.end - 1 }) : span;
}
