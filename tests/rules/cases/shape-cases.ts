import { type DocumentData, doc, type Firestore, setDoc } from 'firebase/firestore/lite';
import { expect } from 'vitest';
import type { RuleCase, StoredDocument, Verdict } from './rule-case.ts';
import { ownerOf } from './slot-cases.ts';

export type FieldValue = readonly [name: string, value: unknown];

export interface Field {
  name: string;
  isOptional?: boolean;
  /** Includes values at the limits. */
  accepted: readonly FieldValue[];
  /** Includes values just beyond the limits. */
  refused: readonly FieldValue[];
}

interface Shape {
  policy: string;
  /** With an article, such as "an alert". */
  what: string;
  /** The fields that the site writes, except dates. */
  written: readonly string[];
  fields: readonly Field[];
  /** Creates a valid document in `users/{uid}` with `changes`; a different one for each `key`. */
  example: (key: string, changes?: DocumentData) => StoredDocument;
}

/** Values that no text field accepts. Lists and maps are included, because they have a size, as strings do. */
export const NO_TEXTS: readonly FieldValue[] = [
  ['a number', 1],
  ['null', null],
  ['a list', ['text']],
  ['a map', { text: 'text' }],
];

/** Each case changes a valid document in a single field. Throws if a written field has no values. */
export function shapeCases({ policy, what, written, fields, example }: Shape): RuleCase[] {
  const names = fields.map(({ name }) => name).filter((name) => !/At$/.test(name));
  expect(names, `fields of ${what} with cases`).toEqual(written);
  const creation = (sentence: string, verdict: Verdict, { path, data }: StoredDocument) => ({
    policy,
    sentence: `${what} ${sentence} is ${verdict}`,
    caller: { uid: ownerOf(path) },
    verdict,
    seeds: [],
    ask: (store: Firestore) => setDoc(doc(store, path), data),
  });

  const valueCases = fields.flatMap((field) => {
    const withValue =
      (verdict: Verdict) =>
      ([name, value]: FieldValue) => {
        const sentence = `with ${name} as its ${field.name}`;
        return creation(sentence, verdict, example(sentence, { [field.name]: value }));
      };
    const sentence = `without its ${field.name}`;
    return [
      ...field.accepted.map(withValue('allowed')),
      ...field.refused.map(withValue('denied')),
      creation(
        sentence,
        field.isOptional ? 'allowed' : 'denied',
        without(field.name, example(sentence)),
      ),
    ];
  });
  const sentence = 'with an unknown field';
  return [...valueCases, creation(sentence, 'denied', example(sentence, { more: true }))];
}

function without(field: string, { path, data }: StoredDocument): StoredDocument {
  return {
    path,
    data: Object.fromEntries(Object.entries(data).filter(([name]) => name !== field)),
  };
}
