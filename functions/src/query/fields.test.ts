import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { termName } from './exclude-term.ts';
import { FIELD_NAMES, fieldOf } from './fields.ts';
import { describeQuery, formatTerm } from './format-query.ts';
import { queryExpression } from './fts-expression.ts';
import { matchesQuery } from './match-query.ts';
import { normalizeQuery, planOfKey } from './normalize-query.ts';
import { hasQuerySyntax, parseQuery } from './parse-query.ts';
import { planQuery } from './plan-query.ts';

const DOCS = readFileSync(new URL('../../../docs/queries.md', import.meta.url), 'utf8');

describe.each(FIELD_NAMES)('the field %s', (field) => {
  const typed = `${field}:"two words"`;
  const { text } = fieldOf(field);
  const texts = { title: '', podcast: '', publisher: '', description: '' };

  test('is read, written and kept in the normal form', () => {
    expect(hasQuerySyntax(`${field}:x`)).toBe(true);
    const { any, filters } = parseQuery([typed]);
    const terms = [...any.flat(), ...filters];
    expect(terms).toEqual([{ text: 'two words', field, beginning: false }]);
    expect(terms.map(formatTerm)).toEqual([typed]);
    const key = normalizeQuery([typed, `-${field}:other`]);
    expect(planOfKey(key)).toEqual(planQuery([typed, `-${field}:other`]));
    expect(normalizeQuery([key])).toBe(key);
  });

  test('asks for its words in its text alone', () => {
    const plan = planQuery([typed])!;
    expect(matchesQuery(plan, { ...texts, [text!]: 'The two words.' })).toBe(true);
    expect(matchesQuery(plan, { ...texts, description: 'The two words.' })).toBe(false);
    const phrase = '"two words"';
    expect(queryExpression(plan)).toBe(text === 'said' ? phrase : `${text} : ${phrase}`);
  });

  test('is said apart from the others, and apart from words alone', () => {
    const said = [`word ${typed}`, `word -${typed}`].map((keyword) => describeQuery([keyword]));
    expect(said.every((sentence) => sentence?.includes('two words'))).toBe(true);
    const others = FIELD_NAMES.filter((other) => other !== field);
    for (const [index, sign] of ['', '-'].entries()) {
      for (const other of [...others.map((name) => `${name}:`), '']) {
        expect(describeQuery([`word ${sign}${other}"two words"`])).not.toBe(said[index]);
      }
    }
    expect(termName(typed)).not.toBe(termName('"two words"'));
  });

  test('stands in the documentation', () => {
    expect(DOCS).toContain(`| \`${field}:`);
    expect(DOCS.split('term        = ')[1]?.split('\n')[0]).toContain(`"${field}:"`);
  });
});
