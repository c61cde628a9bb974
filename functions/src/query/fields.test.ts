import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { termName } from './exclude-term.ts';
import { FIELD_NAMES, fieldOf } from './fields.ts';
import { describeQuery, formatPart } from './format-query.ts';
import { queryExpression } from './fts-expression.ts';
import { matchesQuery } from './match-query.ts';
import { normalizeQuery, planOfKey } from './normalize-query.ts';
import { hasQuerySyntax, parseQuery } from './parse-query.ts';
import { planQuery } from './plan-query.ts';
import { type QueryPlan, type Term } from './query-plan.ts';

const DOCS = readFileSync(new URL('../../../docs/queries.md', import.meta.url), 'utf8');

const SIGN_OF: Partial<Record<string, string>> = { guest: '+', by: '@' };
const VALUES: Record<string, string> = { language: 'de' };

/** Without the order and the typed text of terms. */
function untold(plan: QueryPlan) {
  const terms = (list: readonly Term[]) => new Set(list.map(({ text: _text, ...term }) => term));
  return { ...plan, all: terms(plan.all), not: terms(plan.not) };
}

describe.each(FIELD_NAMES)('the field %s', (field) => {
  const { text, fact } = fieldOf(field);
  const value = fact === undefined ? 'two words' : (VALUES[fact.column] ?? '');
  const typed = fact === undefined ? `${field}:"two words"` : `${field}:${value}`;
  const name = fact?.nameOf(value) ?? value;
  const isOfSpeakers = text === 'facts' && fact === undefined;
  const texts = { title: '', podcast: '', publisher: '', description: '' };

  test('round-trips through parser, formatter and normal form', () => {
    expect(hasQuerySyntax(`${field}:x`)).toBe(true);
    const { any, filters } = parseQuery([typed]);
    const terms = [...any.flat(), ...filters];
    expect(terms).toEqual([{ text: value, field, beginning: false }]);
    expect(terms.map(formatPart)).toEqual([typed]);
    const asked = ['word', typed, `-${field}:other`];
    const key = normalizeQuery(asked);
    const [read, plan] = [planOfKey(key)!, planQuery(asked)!];
    expect(untold(read)).toEqual(untold(plan));
    expect(normalizeQuery([key])).toBe(key);
  });

  test('matches only its own text', () => {
    const plan = planQuery(['talk', typed])!;
    const description = `A talk, ${value}.`;
    const own =
      fact !== undefined
        ? { [fact.column]: value }
        : isOfSpeakers
          ? { speakers: SIGN_OF[field]! + value }
          : { [text!]: `The ${value}.` };
    const either = planQuery([`talk ${fact === undefined ? '+' : ''}${typed}`])!;
    expect(matchesQuery(either, { ...texts, description, ...own })).toBe(true);
    expect(matchesQuery(either, { ...texts, description })).toBe(false);
    const mark = `｜${field}｜`;
    const phrase =
      fact !== undefined
        ? `"${mark}${value}"`
        : isOfSpeakers
          ? `("${mark}two ${mark}words" OR "${mark}two·words")`
          : '("two words" OR "two·words")';
    const isAnywhere = text === 'said' || text === 'facts';
    expect(queryExpression(plan)).toContain(isAnywhere ? phrase : `${text} : ${phrase}`);
  });

  test('matches nothing by itself if it only narrows', () => {
    expect(planQuery([typed]) === null).toBe(fact !== undefined);
    expect(describeQuery([typed]) === null).toBe(fact !== undefined);
  });

  test('has a description that differs from other fields and from plain words', () => {
    const said = [`word ${typed}`, `word -${typed}`].map((keyword) => describeQuery([keyword]));
    expect(said.every((sentence) => sentence?.includes(name))).toBe(true);
    const others = FIELD_NAMES.filter((other) => other !== field);
    for (const [index, sign] of ['', '-'].entries()) {
      for (const other of [...others.map((name) => `${name}:`), '']) {
        expect(describeQuery([`word ${sign}${other}"${value}"`])).not.toBe(said[index]);
      }
    }
    expect(termName(typed)).not.toBe(termName(`"${value}"`));
  });

  test('docs/queries.md documents the field', () => {
    expect(DOCS).toContain(`| \`${field}:`);
    expect(DOCS.split('term        = ')[1]?.split('\n')[0]).toContain(`"${field}:"`);
  });
});
