import { type DocumentData, doc, type Firestore, setDoc } from 'firebase/firestore/lite';
import { expect } from 'vitest';
import type { RuleCase, StoredDocument, Verdict } from './rule-case.ts';
import { ownerOf } from './slot-cases.ts';

/** A field's value, after what a sentence calls it. */
export type FieldValue = readonly [name: string, value: unknown];

export interface Field {
  name: string;
  /** Whether a document may do without it. */
  isOptional?: boolean;
  /** Values the rules accept: those at the limits. */
  accepted: readonly FieldValue[];
  /** Values the rules refuse, among them those just beyond the limits. */
  refused: readonly FieldValue[];
}

interface Shape {
  policy: string;
  /** What the documents are called in a sentence, with its article: "an alert". */
  what: string;
  /** The fields that the site writes, besides times. */
  written: readonly string[];
  /** Those, and the times. */
  fields: readonly Field[];
  /** A document in `users/{uid}` that the rules accept, another one for each `key`, with `changes` put over its fields. */
  example: (key: string, changes?: DocumentData) => StoredDocument;
}

/** Values no text field takes. A list and a map have a size, as a text has. */
export const NO_TEXTS: readonly FieldValue[] = [
  ['a number', 1],
  ['null', null],
  ['a list', ['text']],
  ['a map', { text: 'text' }],
];

/**
 * The owner of `users/{uid}` creates documents that differ from an accepted one in a single field: with each value
 * given, with the field missing, and with one field more. Throws where a field that is written has no values.
 */
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
  const sentence = 'with one field more';
  return [...valueCases, creation(sentence, 'denied', example(sentence, { more: true }))];
}

function without(field: string, { path, data }: StoredDocument): StoredDocument {
  return {
    path,
    data: Object.fromEntries(Object.entries(data).filter(([name]) => name !== field)),
  };
}
