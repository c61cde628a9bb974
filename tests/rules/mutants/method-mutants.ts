import { METHODS, type Verdict } from '../cases/rule-case.ts';
import { replaced, type RulesMutant } from './rules-mutant.ts';
import { bareRules, closingBracket, type Span } from './rules-text.ts';

/**
 * Removes a method from an `allow`, or adds a method that its match does not allow. Skips a match that contains only
 * `if false`. Adds no `read` or `delete` to an `allow` that checks `request.resource`, which these requests lack, and no
 * `create` to one that reads the stored document, which does not exist then. Adds no `list` to a match of a single
 * document, which cannot be listed.
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
    const condition = bare.slice(statement.start, statement.end);
    const possible = !condition.includes('request.resource')
      ? METHODS
      : READS_STORED.test(condition)
        ? (['update'] as const)
        : WRITING;
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

/** Replaces the only `allow` of a match, because a match must not be empty. */
const NEVER = 'allow get: if false;';

/** Methods whose request contains the new document. */
const WRITING = ['create', 'update'] as const;

const READS_STORED = /changedFields\(\)|(?<!request\.)\bresource\.data/;

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

/** Returns the bodies of matches in order, so that the last body that contains a position is the innermost. */
function findMatches(bare: string): Span[] {
  return [...bare.matchAll(/\bmatch \S+ \{/g)].map((match) => {
    const brace = match.index + match[0].length - 1;
    return { start: brace, end: closingBracket(bare, brace) };
  });
}
