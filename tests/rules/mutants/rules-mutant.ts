import type { Span } from './rules-text.ts';

/** Rules with one thing changed. */
export interface RulesMutant {
  /** The line and the change, for the reader. */
  change: string;
  /** The text of that line before the change. */
  line: string;
  rules: string;
}

/** The rules with other text in a span. */
export function replaced(rules: string, { start, end }: Span, text: string): RulesMutant {
  const lineNumber = rules.slice(0, start).split('\n').length;
  const original = rules.slice(start, end).replace(/\s+/g, ' ');
  return {
    change: `line ${lineNumber}: ${text === '' ? 'without' : `${text} for`} ${original}`,
    line: rules.split('\n')[lineNumber - 1] ?? '',
    rules: rules.slice(0, start) + text + rules.slice(end),
  };
}
