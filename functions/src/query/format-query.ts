import { type ParsedQuery, hasQuerySyntax } from './parse-query.ts';
import { formatTerm } from './format-term.ts';

/** The query written as one keyword that reads as the same query; a single phrase has no quotes. */
export function formatQuery({ any, all, not, filters }: ParsedQuery): string {
  const bearing = [
    ...all.map((term) => `+${formatTerm(term)}`),
    ...not.map((term) => `-${formatTerm(term)}`),
    ...filters.map(formatTerm),
  ];
  const [only, ...others] = any.flat();
  if (only?.field === 'text' && others.length === 0 && bearing.length === 0) {
    if (!only.beginning && !hasQuerySyntax(only.text)) return only.text;
  }
  const alternatives = any.map((terms) => terms.map(formatTerm).join(' AND ')).join(' OR ');
  return [...(any.length > 0 ? [alternatives] : []), ...bearing].join(' ');
}
