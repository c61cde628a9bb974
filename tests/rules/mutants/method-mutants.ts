import { METHODS, type Verdict } from '../cases/rule-case.ts';
import { replaced, type RulesMutant } from './rules-mutant.ts';
import { bareRules, closingBracket, type Span } from './rules-text.ts';

/**
 * The rules with each method in turn taken from the `allow` that names it, and with each method a
 * match does not open added to its `allow`s. A match that only says `if false` is left alone, and so
 * is an `allow` that asks what is to be stored: no reading and no deletion can fulfil it.
 */
export function methodMutants(rules: string): RulesMutant[] {
  const bare = bareRules(rules);
  const allows = findAllows(bare);
  return allows.flatMap(({ statement, names, methods, match }) => {
    const opened = allows
      .filter((other) => other.match.start === match.start)
      .flatMap((allow) => allow.methods);
    const named = (list: readonly string[], turns: Verdict) =>
      replaced(rules, names, list.join(', '), turns);
    const possible = bare.slice(statement.start, statement.end).includes('request.resource')
      ? WRITING
      : METHODS;
    const added = possible.filter((method) => !opened.includes(method));
    return [
      ...(methods.length === 1
        ? [replaced(rules, statement, '', 'allowed')]
        : methods.map((method) =>
            named(
              methods.filter((other) => other !== method),
              'allowed',
            ),
          )),
      ...added.map((method) => named([...methods, method], 'denied')),
    ];
  });
}

/** The methods whose request carries the document as it is to be stored. */
const WRITING = ['create', 'update'] as const;

interface Allow {
  statement: Span;
  names: Span;
  methods: string[];
  match: Span;
}

function findAllows(bare: string): Allow[] {
  const matches = findMatches(bare);
  return [...bare.matchAll(/\ballow ([^:]+): if (?!false;)[^;]+;/g)].map((allow) => {
    const statement = { start: allow.index, end: allow.index + allow[0].length };
    const start = allow.index + 'allow '.length;
    const names = { start, end: start + (allow[1] ?? '').length };
    const match = matches.findLast((span) => span.start < start && start < span.end);
    if (!match) throw new Error(`The allow at offset ${start} is in no match.`);
    return { statement, names, methods: bare.slice(start, names.end).split(/,\s*/), match };
  });
}

/** Every match with its body, in the order they begin: of those around a place the last is the nearest. */
function findMatches(bare: string): Span[] {
  return [...bare.matchAll(/\bmatch \S+ \{/g)].map((match) => {
    const brace = match.index + match[0].length - 1;
    return { start: brace, end: closingBracket(bare, brace) };
  });
}
