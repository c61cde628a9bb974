import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns, timesSeen } from '../testing/fuzz-runs.ts';
import { FIELD_NAMES, type SearchedTexts } from './fields.ts';
import { describeQuery } from './format-query.ts';
import { drawnGroups, type Node } from './fixtures/drawn-groups.ts';
import { languageCode } from './language.ts';
import { matchesQuery } from './fixtures/match-query.ts';
import { normalizeQuery, planOfKey, queryKey } from './normalize-query.ts';
import { queryLanguage } from './parse-query.ts';
import { planQuery } from './plan-query.ts';
import { hasInnerExclusions } from './query-plan.ts';

const WORDS = ['ai', 'ml', 'gpu', 'fund', 'ads'];

const texts = fc.record({
  title: fc.subarray(WORDS).map((words) => words.join(' ')),
  description: fc.subarray(WORDS).map((words) => words.join(' . ')),
  podcast: fc.constantFrom('ai', 'ai daily', 'daily ads', 'other'),
  language: fc.constantFrom('en', 'de', null),
});

/** Evaluates as typed, without any of the product's code. */
function holds(node: Node, of: SearchedTexts): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every((part) => holds(part, of));
    case 'or':
      return node.parts.some((part) => holds(part, of));
    case 'not':
      return !holds(node.part, of);
    case 'show':
      return ` ${of.podcast} `.includes(` ${node.word} `);
    case 'lang':
      return of.language === node.word;
    case 'title':
      return of.title.split(' ').includes(node.word);
    case 'word':
      return [of.title, of.description, of.podcast, of.publisher].some((text) =>
        text.split(' ').includes(node.word),
      );
  }
}

test('a query with brackets finds what it says', () => {
  let found = 0;
  let excluding = 0;
  fc.assert(
    fc.property(
      drawnGroups(WORDS),
      fc.array(texts, { minLength: 8, maxLength: 8 }),
      (drawn, all) => {
        const plan = planQuery([drawn.text]);
        expect(plan).not.toBeNull();
        if (hasInnerExclusions(plan!)) excluding += 1;
        for (const each of all) {
          const of = { ...each, publisher: '' };
          const isFound = matchesQuery(plan!, of);
          expect([drawn.text, of, isFound]).toEqual([drawn.text, of, holds(drawn.node, of)]);
          if (isFound) found += 1;
        }
      },
    ),
    { numRuns: fuzzRuns(2000) },
  );
  expect(found).toBeGreaterThan(timesSeen(100));
  expect(excluding).toBeGreaterThan(timesSeen(100));
});

test('the normal form of a query with brackets is its plan', () => {
  fc.assert(
    fc.property(drawnGroups(WORDS), ({ text }) => {
      const normal = normalizeQuery([text]);
      expect([text, normalizeQuery([normal])]).toEqual([text, normal]);
      expect(queryKey(planOfKey(normal)!)).toBe(normal);
    }),
    { numRuns: fuzzRuns(2000) },
  );
});

const typed = fc.oneof(
  drawnGroups(WORDS).map(({ text }) => [text]),
  fc
    .array(
      fc.constantFrom('guest:ai', 'by:ai', 'guest:"b c"', 'by:"b c"', 'ml', 'by:ml', 'guest:ml'),
      {
        minLength: 2,
        maxLength: 5,
      },
    )
    .map((parts) => [parts.join(' OR ')]),
  fc.array(
    fc
      .array(
        fc.tuple(
          fc.constantFrom('', '', '', '-', '+', 'NOT ', '-(', '('),
          fc.constantFrom('', '', '', ...FIELD_NAMES.map((name) => `${name}:`)),
          fc.constantFrom(
            'ai',
            'AND',
            'OR',
            '"in and out"',
            'R&D',
            'dai*',
            'en',
            '"or, but"',
            '"Hard Fork"',
            'x)',
            'foo:bar',
            '"as a guest"',
            '(y',
            '|',
          ),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((parts) => parts.map((part) => part.join('')).join(' ')),
    { minLength: 1, maxLength: 3 },
  ),
);

test('a sentence has the plan of the query that it describes', () => {
  let grouped = 0;
  fc.assert(
    fc.property(typed, (keywords) => {
      const sentence = describeQuery(keywords);
      if (sentence === null) return;
      if (keywords.some((keyword) => queryLanguage(keyword) === 2)) grouped += 1;
      const meant = queryOfSentence(sentence);
      expect([sentence, normalizeQuery([meant])]).toEqual([sentence, normalizeQuery(keywords)]);
    }),
    { numRuns: fuzzRuns(2000) },
  );
  expect(grouped).toBeGreaterThan(timesSeen(100));
});

/** Where a part of a sentence begins, unlike the next name of a list. */
const PART = /, (?=but not |and also |in |outside |not in |with |without )/;

/** Reads a sentence back into a query. Names with words or signs of a sentence are in quotes. */
function queryOfSentence(sentence: string): string {
  const names: string[] = [];
  const bare = sentence
    .replace(/(?:; “[a-z]+:” is no sign, but a word)+$/, '')
    .replace(/“([^”]*)”/g, (_, name: string) => `#${names.push(name) - 1}#`);
  const [first = '', ...parts] = topParts(bare, PART);
  const [, said] = /^episodes in which (.*) is said$/.exec(first) ?? [];
  const [, mentioned] = /^episodes (?:that mention|with) (.*)$/.exec(first) ?? [];
  const [, shows] = /^all episodes of (.*)$/.exec(first) ?? [];
  const wanted =
    said !== undefined
      ? list(said, ' or ')
          .map((name) => `spoken:${term(name)}`)
          .join(' OR ')
      : mentioned !== undefined
        ? expression(mentioned)
        : filters(`in ${shows ?? ''}`, 'show').join(' ');
  return [wanted, ...parts.flatMap(partQuery)].join(' ');

  function partQuery(part: string): string[] {
    const [, also] = /^and also (.*)$/.exec(part) ?? [];
    if (also !== undefined) return list(also, ' and ').map((name) => `+${named(name)}`);
    const [, without] = /^but not (?:those that mention )?(.*)$/.exec(part) ?? [];
    if (without !== undefined) return list(without, ' or ').map((name) => `-${named(name)}`);
    return filters(part);
  }
  function term(name: string): string {
    const beginning = name.endsWith(' with any ending');
    const text = beginning ? name.slice(0, -' with any ending'.length) : name;
    return `"${unquoted(text)}"${beginning ? '*' : ''}`;
  }
  function unquoted(name: string): string {
    return name.replace(/#(\d+)#/g, (_, at: string) => names[Number(at)] ?? '');
  }
  function named(name: string): string {
    if (name.startsWith('(')) return `(${inner(name.slice(1, -1))})`;
    const fields = [
      [' in the title', 'title'],
      [' in what is said', 'spoken'],
      [' as a name', 'name'],
      [' as a guest', 'guest'],
      [' as host/publisher', 'by'],
    ] as const;
    if (name.endsWith(' speaking')) {
      const speaker = term(name.slice(0, -' speaking'.length));
      return `(guest:${speaker} OR by:${speaker})`;
    }
    for (const [suffix, field] of fields) {
      if (name.endsWith(suffix)) return `${field}:${term(name.slice(0, -suffix.length))}`;
    }
    return term(name);
  }
  function inner(text: string): string {
    const [first = '', ...parts] = topParts(text, PART);
    const isFilter = /^(?:in|with) /.test(first);
    const wanted = isFilter ? innerFilter(first) : expression(first);
    return [
      wanted,
      ...parts.map((part) =>
        /^(?:in|with) /.test(part) ? `+(${innerFilter(part)})` : partQuery(part).join(' '),
      ),
    ].join(' ');
  }
  function innerFilter(part: string): string {
    return filters(part).join(' OR ');
  }
  function expression(text: string): string {
    const choices = topParts(text, ', or ');
    if (choices.length > 1) return choices.map(conjunction).join(' OR ');
    const either = list(text, ' or ');
    return either.length > 1 ? either.map(named).join(' OR ') : conjunction(text);
  }
  function conjunction(text: string): string {
    return list(text, ' and ').map(named).join(' AND ');
  }
  function filters(part: string, field?: string): string[] {
    const [, sign = '', listed = ''] =
      /^(in|outside|not in|with at least one of|with|without) (.*)$/.exec(part) ?? [];
    const [, parts] =
      sign === 'outside' ? (/^shows with (.*) in the name$/.exec(listed) ?? []) : [];
    if (parts !== undefined) return list(parts, ' or ').map((name) => `-show:${partOfName(name)}`);
    if (sign.startsWith('with')) {
      const minus = sign === 'without' ? '-' : '';
      return list(listed, ' or ').map((name) => `${minus}with:${term(name)}`);
    }
    return list(listed, ' or ').map((name) => {
      const isUnknown = name.endsWith(' (no known language)');
      const isLanguage = sign !== 'outside' && (isUnknown || languageCode(name) !== null);
      const text = isUnknown ? name.slice(0, -' (no known language)'.length) : name;
      const minus = sign === 'in' ? '' : '-';
      return isLanguage && field === undefined
        ? `${minus}lang:${term(text)}`
        : `${minus}show:${term(name)}`;
    });
  }
  /** Without quotes, which would mean the whole name. */
  function partOfName(name: string): string {
    const text = term(name);
    return text.endsWith('*') ? text : text.slice(1, -1).replace(/[ ()|]/g, '/');
  }
  function list(text: string, last: string): string[] {
    const parts = topParts(text, last);
    return parts.flatMap((part, at) =>
      at === 0 && parts.length > 1 ? topParts(part, ', ') : [part],
    );
  }
}

/** Splits outside brackets. */
function topParts(text: string, at: string | RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth > 0) continue;
    const found =
      typeof at === 'string' ? (text.startsWith(at, index) ? at : null) : matchAt(at, text, index);
    if (found === null) continue;
    parts.push(text.slice(from, index));
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
}

function matchAt(sign: RegExp, text: string, index: number): string | null {
  const sticky = new RegExp(sign.source, 'y');
  sticky.lastIndex = index;
  return sticky.exec(text)?.[0] ?? null;
}
