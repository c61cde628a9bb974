/** A part of a text by its offsets, the end not included. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The rules with all comments and the insides of all strings blanked out, offset by offset: what
 * remains of brackets, words and operators belongs to the language.
 */
export function bareRules(rules: string): string {
  return rules.replace(/\/\/.*|'(?:[^'\\]|\\.)*'/g, (found) =>
    found.startsWith('/') ? ' '.repeat(found.length) : `'${' '.repeat(found.length - 2)}'`,
  );
}

/** Where the bracket at `start` of bare rules closes; throws when it does not. */
export function closingBracket(bare: string, start: number): number {
  let depth = 0;
  for (let at = start; at < bare.length; at += 1) {
    if ('([{'.includes(bare.charAt(at))) depth += 1;
    if (')]}'.includes(bare.charAt(at))) depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`The bracket at offset ${start} does not close.`);
}

/** The span without the white space at its ends. */
export function trimmed(bare: string, { start, end }: Span): Span {
  const text = bare.slice(start, end);
  return { start: end - text.trimStart().length, end: start + text.trimEnd().length };
}

/** The operands `operator` joins in a span of bare rules, outside of any bracket. */
export function operands(bare: string, span: Span, operator: '&&' | '||'): Span[] {
  const parts: Span[] = [];
  let { start } = span;
  for (let at = span.start; at < span.end; at += 1) {
    if ('([{'.includes(bare.charAt(at))) at = closingBracket(bare, at);
    if (!bare.startsWith(operator, at)) continue;
    parts.push(trimmed(bare, { start, end: at }));
    start = at + operator.length;
  }
  return [...parts, trimmed(bare, { start, end: span.end })];
}
