/** A keyword in the query language, or the reason why the line cannot be converted. */
export type Converted = { keyword: string } | { problem: string };

/**
 * Converts a query of Google Alerts into our query language: `|` becomes OR, `intitle:` becomes `title:`;
 * quotes, OR and minus are the same in both. Refuses operators about web pages, and brackets around
 * alternatives unless they enclose the whole line.
 */
export function fromGoogle(line: string): Converted {
  const [, operator] = OPERATOR.exec(line) ?? [];
  if (operator !== undefined)
    return { problem: `“${operator.toLowerCase()}” is not possible for podcasts.` };
  const keyword = withoutOuterBrackets(line)
    .replace(/(^|\s)([-+]?)intitle:(?=\S)/gi, '$1$2title:')
    .replace(/(?<!\s)\s+\|\s+/g, ' OR ');
  const inBrackets = keyword.match(/\([^()]*\)/g) ?? [];
  if (inBrackets.some((choice) => /\sOR\s/.test(choice))) {
    return { problem: 'Brackets are not possible: write one line for each choice.' };
  }
  return { keyword };
}

/** Operators that ask for something of a web page, for which our query language has no equal. */
const OPERATOR =
  /(?:^|[\s(])[-+]?((?:site|inurl|allinurl|allintitle|filetype|link|related|cache|source|location|intext|allintext):)\S/i;

function withoutOuterBrackets(line: string): string {
  return /^\(([^()]*)\)$/.exec(line)?.[1]?.trim() ?? line;
}
