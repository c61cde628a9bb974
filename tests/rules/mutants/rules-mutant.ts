import type { Verdict } from '../cases/rule-case.ts';
import type { Span } from './rules-text.ts';

export interface RulesMutant {
  change: string;
  line: string;
  /** The comment above the line, which states the purpose of its match or function. */
  comment: string;
  /**
   * The verdict of the cases that can fail, because stricter rules fail only allowed cases. Null for either verdict.
   */
  turns: Verdict | null;
  rules: string;
}

export function replaced(
  rules: string,
  { start, end }: Span,
  text: string,
  turns: Verdict | null,
): RulesMutant {
  const lineNumber = rules.slice(0, start).split('\n').length;
  const lines = rules.split('\n').slice(0, lineNumber);
  const original = rules.slice(start, end).replace(/\s+/g, ' ');
  return {
    change: `line ${lineNumber}: ${text === '' ? 'without' : `${text} for`} ${original}`,
    line: lines.at(-1) ?? '',
    comment: lastComment(lines),
    turns,
    rules: rules.slice(0, start) + text + rules.slice(end),
  };
}

function lastComment(lines: readonly string[]): string {
  const isComment = (line: string) => line.trimStart().startsWith('//');
  const last = lines.findLastIndex(isComment);
  const before = lines.slice(0, last + 1).findLastIndex((line) => !isComment(line));
  return lines.slice(before + 1, last + 1).join(' ');
}
