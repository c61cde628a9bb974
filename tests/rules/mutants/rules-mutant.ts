import type { Verdict } from '../cases/rule-case.ts';
import type { Span } from './rules-text.ts';

/** Rules with one thing changed. */
export interface RulesMutant {
  /** The line and the change, for the reader. */
  change: string;
  /** The text of that line before the change. */
  line: string;
  /** What the cases expect that it can turn red: stricter rules deny what is allowed. Null for either. */
  turns: Verdict | null;
  rules: string;
}

/** The rules with other text in a span. */
export function replaced(
  rules: string,
  { start, end }: Span,
  text: string,
  turns: Verdict | null,
): RulesMutant {
  const lineNumber = rules.slice(0, start).split('\n').length;
  const original = rules.slice(start, end).replace(/\s+/g, ' ');
  return {
    change: `line ${lineNumber}: ${text === '' ? 'without' : `${text} for`} ${original}`,
    line: rules.split('\n')[lineNumber - 1] ?? '',
    turns,
    rules: rules.slice(0, start) + text + rules.slice(end),
  };
}
