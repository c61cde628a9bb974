import {
  collection,
  type DocumentData,
  getDocs,
  orderBy,
  query,
  serverTimestamp,
} from 'firebase/firestore/lite';
import { MAX_KEYWORD_LENGTH } from '../../functions/src/contract/index.ts';
import { accessCases } from './access-cases.ts';
import { CREATED_AT } from './created-at.ts';
import type { RuleCase, StoredDocument } from './rule-case.ts';
import { sha256 } from './sha256.ts';
import { type FieldValue, NO_TEXTS, shapeCases } from './shape-cases.ts';

const policy = 'A person reads, creates and deletes their own alerts, and changes none.';
const owner = 'ada';
const what = 'an alert';

function example(key: string, changes: DocumentData = {}): StoredDocument {
  const data = { keyword: 'graph databases', createdAt: serverTimestamp(), ...changes };
  return { path: `users/${owner}/alerts/${sha256(key)}`, data };
}

/** All that `String.prototype.trim` takes off, found by asking it. */
const WHITE_SPACE = Array.from({ length: 0x1_00_00 }, (_, unit) =>
  String.fromCharCode(unit),
).filter((character) => character.trim() === '');

const UNTRIMMED = WHITE_SPACE.flatMap((character): FieldValue[] => {
  const name = `U+${character.charCodeAt(0).toString(16)}`;
  return [
    [`${name} and a word`, `${character}word`],
    [`a word and ${name}`, `word${character}`],
  ];
});

/** Requests for alerts. */
export const ALERT_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what,
    opened: ['get', 'list', 'create', 'delete'],
    example,
  }),
  {
    policy,
    sentence: 'the owner’s alerts are listed newest first',
    caller: { uid: owner },
    verdict: 'allowed',
    seeds: [],
    ask: (store) =>
      getDocs(query(collection(store, `users/${owner}/alerts`), orderBy('createdAt', 'desc'))),
  },
  ...shapeCases({
    policy,
    owner,
    what,
    example,
    fields: [
      {
        name: 'keyword',
        accepted: [
          ['one character', 'x'],
          ['a character of two UTF-16 units', '🎧'],
          ['200 characters', 'x'.repeat(MAX_KEYWORD_LENGTH)],
          ['200 UTF-16 units in 100 characters', '🎧'.repeat(MAX_KEYWORD_LENGTH / 2)],
          ['white space inside', 'two \u00a0\t\nwords'],
        ],
        refused: [
          ['nothing', ''],
          ['a space', ' '],
          ['201 characters', 'x'.repeat(MAX_KEYWORD_LENGTH + 1)],
          ['202 UTF-16 units in 101 characters', '🎧'.repeat(MAX_KEYWORD_LENGTH / 2 + 1)],
          ...NO_TEXTS,
          ...UNTRIMMED,
        ],
      },
      CREATED_AT,
    ],
  }),
];
