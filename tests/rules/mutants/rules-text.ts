/** Offsets in the text of the rules. `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Replaces comments and string contents by spaces of the same length, so that only syntax remains. */
export function bareRules(rules: string): string {
  return rules.replace(/\/\/.*|'(?:[^'\\]|\\.)*'/g, (found) =>
    found.startsWith('/') ? ' '.repeat(found.length) : `'${' '.repeat(found.length - 2)}'`,
  );
}

/** The offset of the bracket that closes the one at `start`. Throws if there is none. */
export function closingBracket(bare: string, start: number): number {
  let depth = 0;
  for (let at = start; at < bare.length; at += 1) {
    if ('([{'.includes(bare.charAt(at))) depth += 1;
    if (')]}'.includes(bare.charAt(at))) depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`The bracket at offset ${start} does not close.`);
}

export function trimmed(bare: string, { start, end }: Span): Span {
  const text = bare.slice(start, end);
  return { start: end - text.trimStart().length, end: start + text.trimEnd().length };
}

/** Splits the span at the operator, but not inside nested brackets. */
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
