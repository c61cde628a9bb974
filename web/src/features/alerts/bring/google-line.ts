/** A line, as the query language has it, or why it cannot be. */
export type Converted = { keyword: string } | { problem: string };

/**
 * A query of Google Alerts in the words of ours: quotes, OR and minus are the same, `|` is OR, `intitle:` is
 * `title:`. What asks for sites, and brackets around a choice, cannot be had.
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

/** Operators that ask for something of a web page. */
const OPERATOR =
  /(?:^|[\s(])[-+]?((?:site|inurl|allinurl|allintitle|filetype|link|related|cache|source|location|intext|allintext):)\S/i;

function withoutOuterBrackets(line: string): string {
  return /^\(([^()]*)\)$/.exec(line)?.[1]?.trim() ?? line;
}
