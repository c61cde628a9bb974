import { METHODS, type Verdict } from '../cases/rule-case.ts';
import { replaced, type RulesMutant } from './rules-mutant.ts';
import { bareRules, closingBracket, type Span } from './rules-text.ts';

/**
 * Mutants that remove a method from an `allow`, or add a method that its match does not allow. A match with only
 * `if false` is left alone. No `read` or `delete` is added to an `allow` that checks `request.resource`, which
 * these methods lack. No `list` is added to a match of a single document: a list is never of one path.
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
    const isOfOne = !bare.slice(0, match.start).endsWith('} ');
    const added = possible.filter(
      (method) => !opened.includes(method) && !(method === 'list' && isOfOne),
    );
    return [
      ...(methods.length === 1
        ? [replaced(rules, statement, opened.length > 1 ? '' : NEVER, 'allowed')]
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

/** In place of the only `allow` of a match, which may not be empty. */
const NEVER = 'allow get: if false;';

/** Methods whose request contains the new document. */
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

/** The bodies of all `match` blocks in order; the last one that contains a position is the innermost. */
function findMatches(bare: string): Span[] {
  return [...bare.matchAll(/\bmatch \S+ \{/g)].map((match) => {
    const brace = match.index + match[0].length - 1;
    return { start: brace, end: closingBracket(bare, brace) };
  });
}
