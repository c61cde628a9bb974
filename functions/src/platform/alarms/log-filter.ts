import { AppError } from '../app-error.ts';

/** One condition of a filter: `severity=ERROR`, `jsonPayload.failed>10`, `jsonPayload.event=("a" OR "b")`. */
const CLAUSE = /^(severity|jsonPayload\.(\w+))(=|>)(.+)$/;

/**
 * True if a line of the functions' log matches a filter in Cloud Logging's language. Only the syntax of the
 * alarms is understood: conditions joined by `AND`. Any other filter throws, so that none is ignored
 * unnoticed.
 */
export function matchesFilter(filter: string, line: Record<string, unknown>): boolean {
  return filter.split(' AND ').every((clause) => matchesClause(clause, line));
}

function matchesClause(clause: string, line: Record<string, unknown>): boolean {
  const [, path = '', field, operator, text = ''] = CLAUSE.exec(clause) ?? [];
  if (operator === undefined) {
    throw new AppError('internal', `The condition is not understood: ${clause}`);
  }
  const value = line[field ?? path];
  const wanted = valuesOf(text);
  if (operator === '=') return wanted.includes(value);
  const [least] = wanted;
  return typeof value === 'number' && typeof least === 'number' && value > least;
}

/** Values of a condition; names of severities have no quotes, nor do numbers. */
function valuesOf(text: string): readonly unknown[] {
  const list = /^\((.+)\)$/.exec(text)?.[1];
  return (list ?? text)
    .split(' OR ')
    .map((value) => (/^[A-Z]+$/.test(value) ? value : (JSON.parse(value) as unknown)));
}
