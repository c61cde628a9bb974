import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { termName } from './exclude-term.ts';
import { FIELD_NAMES, fieldOf, onlyNarrows, type SearchedTexts } from './fields.ts';
import { describeQuery, formatPart } from './format-query.ts';
import { matchesQuery } from './fixtures/match-query.ts';
import { normalizeQuery, planOfKey } from './normalize-query.ts';
import { hasQuerySyntax, parseQuery } from './parse-query.ts';
import { planQuery } from './plan-query.ts';
import { type QueryPlan, type Term } from './query-plan.ts';

const DOCS = readFileSync(new URL('../../../docs/queries.md', import.meta.url), 'utf8');

/** A value of each field, and texts that only this field finds it in. */
const CASES: Record<(typeof FIELD_NAMES)[number], { typed: string; own: Partial<SearchedTexts> }> =
  {
    show: { typed: '"two words"', own: { podcast: 'The two words.' } },
    title: { typed: '"two words"', own: { title: 'The two words.' } },
    spoken: { typed: '"two words"', own: { said: 'The two words.' } },
    lang: { typed: 'de', own: { language: 'de' } },
    guest: { typed: '"two words"', own: { speakers: '+two words' } },
    by: { typed: '"two words"', own: { speakers: '@two words' } },
    name: { typed: 'target', own: { title: 'The Target.' } },
    with: { typed: '"two words"', own: { chapters: 'The two words.' } },
  };

/** Without the order and the typed text of terms. */
function untold(plan: QueryPlan) {
  const terms = (list: readonly Term[]) => new Set(list.map(({ text: _text, ...term }) => term));
  return { ...plan, all: terms(plan.all), not: terms(plan.not) };
}

describe.each(FIELD_NAMES)('the field %s', (field) => {
  const { fact } = fieldOf(field);
  const value = CASES[field].typed.replaceAll('"', '');
  const typed = `${field}:${CASES[field].typed}`;
  const name = fact?.nameOf(value) ?? value;
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
    // Any text is the own text of `with:`.
    const description = field === 'with' ? 'A talk.' : `A talk, ${value}.`;
    const plan = planQuery([`talk +${typed}`])!;
    expect(matchesQuery(plan, { ...texts, description, ...CASES[field].own })).toBe(true);
    expect(matchesQuery(plan, { ...texts, description })).toBe(false);
  });

  test('matches nothing by itself if it only narrows', () => {
    expect(planQuery([typed]) === null).toBe(onlyNarrows({ field }));
    expect(describeQuery([typed]) === null).toBe(onlyNarrows({ field }));
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
