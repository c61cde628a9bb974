import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The API of version 1.0, which must not change: every 1.x and 2.x that serves `/api/v1` supports it. */
const OF_1_0 = JSON.parse(
  readFileSync(new URL('fixtures/openapi-1.0.json', import.meta.url), 'utf8'),
) as Json;
const today = () => JSON.parse(JSON.stringify(openApiDocument())) as Json;

/** Properties that may differ: texts are for people, and limits may change. */
const MAY_CHANGE =
  /^(description|summary|title|version|pattern|(min|max)(imum|Items|Length)|additionalProperties)$/;

/** Lists what the new document lacks or additionally requires. */
function broken(before: Json, after: Json | undefined, at: string): string[] {
  if (after === undefined) return [`${at} is gone`];
  if (Array.isArray(before)) return brokenList(before, after, at);
  if (typeof before !== 'object' || before === null) {
    return before === after ? [] : [`${at} was ${String(before)}`];
  }
  if (typeof after !== 'object' || after === null || Array.isArray(after)) {
    return [`${at} is another thing`];
  }
  const isOfFields = /\/(properties|schemas|paths)$/.test(at);
  return Object.entries(before)
    .filter(([name]) => isOfFields || !MAY_CHANGE.test(name))
    .flatMap(([name, value]) => broken(value, after[name], `${at}/${name}`));
}

function brokenList(before: Json[], after: Json, at: string): string[] {
  if (!Array.isArray(after)) return [`${at} is no list`];
  const nameOf = (each: Json) =>
    JSON.stringify(
      typeof each === 'object' && each !== null && 'name' in each ? each['name'] : each,
    );
  const lacking = (from: Json[], what: Json[]) => {
    const there = new Set(from.map(nameOf));
    return what.map(nameOf).filter((name) => !there.has(name));
  };
  if (/(requestBody|parameters).*\/required$/.test(at)) {
    return lacking(before, after).map((name) => `${at}: ${name} is asked for`);
  }
  if (at.endsWith('/parameters')) {
    const asked = after.filter(
      (each) => typeof each === 'object' && each !== null && 'required' in each && each['required'],
    );
    return [
      ...lacking(before, asked).map((name) => `${at}: ${name} is asked for`),
      ...before.flatMap((each) =>
        broken(
          each,
          after.find((other) => nameOf(other) === nameOf(each)),
          `${at}/${nameOf(each)}`,
        ),
      ),
    ];
  }
  if (/\/(required|enum)$/.test(at)) {
    return lacking(after, before).map((name) => `${at}: ${name} is gone`);
  }
  return before.flatMap((each, index) => broken(each, after[index], `${at}/${index}`));
}

test('supports everything in the API of 1.0', () => {
  expect(broken(OF_1_0, today(), '')).toEqual([]);
});

test.each<[string, RegExp, string]>([
  ['an operation', /"\/query"/, '"/questions"'],
  ['a field of an answer', /"found_in"/g, '"found"'],
  ['a parameter', /"name":"offset"/, '"name":"skip"'],
  ['the type of a field', /"published":\{"type":"string"/, '"published":{"type":"integer"'],
  ['a value of a list', /"newest","relevance"/, '"newest","relevant"'],
  ['a default', /"default":"newest"/, '"default":"relevance"'],
  ['an operation’s id', /"searchEpisodes"/, '"search"'],
  [
    'an optional parameter',
    /"name":"days","in":"query","required":false/,
    '"name":"days","in":"query","required":true',
  ],
  ['the required fields of a body', /"required":\["query"\]/, '"required":["query","mail"]'],
  ['the required fields of an answer', /"required":\["id","title"/, '"required":["id"'],
  ['a status', /"409":/g, '"412":'],
])('detects a change of %s', (_, from, to) => {
  const written = JSON.stringify(today());
  expect(written).toMatch(from);
  expect(broken(OF_1_0, JSON.parse(written.replace(from, to)) as Json, '')).not.toEqual([]);
});

test('accepts additions to the API', () => {
  const written = JSON.stringify(today()).replace('"paths":{', '"paths":{"/more":{"get":{}},');
  expect(broken(OF_1_0, JSON.parse(written) as Json, '')).toEqual([]);
});
