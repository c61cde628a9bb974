import { type DocumentData, serverTimestamp, Timestamp } from 'firebase/firestore/lite';
import { DAY_MS, newAlertSchema } from '../../../functions/src/contract/index.ts';
import type { RuleCase, StoredDocument } from './rule-case.ts';
import { CREATED_AT, pastTime } from './created-at.ts';
import { type FieldValue, shapeCases } from './shape-cases.ts';
import { inSlot } from './slot-cases.ts';

const PAST = Timestamp.fromMillis(0);
const daysAhead = (days: number) => Timestamp.fromMillis(Date.now() + days * DAY_MS);

function example(key: string, changes: DocumentData = {}): StoredDocument {
  const data = {
    keyword: 'graph databases -ads',
    language: 1,
    spoken: true,
    onlyAbout: false,
    paused: false,
    createdAt: PAST,
    resumedAt: PAST,
    changedAt: serverTimestamp(),
    pausedAt: PAST,
    pausedUntil: PAST,
    mailOffAt: PAST,
    mailOnAt: PAST,
    lastMatch: { at: PAST, episodes: 3 },
    ...changes,
  };
  return { path: inSlot('alerts', `restored ${key}`), data };
}

const NO_CHOICES: FieldValue[] = [
  ['a number', 0],
  ['a text', 'no'],
  ['null', null],
];

export function restoredAlertCases(policy: string): RuleCase[] {
  return shapeCases({
    policy,
    what: 'a restored alert',
    written: [...Object.keys(newAlertSchema.shape), 'paused', 'pausedUntil', 'lastMatch'],
    example,
    fields: [
      {
        name: 'keyword',
        accepted: [['200 characters', 'x'.repeat(200)]],
        refused: [
          ['201 characters', 'x'.repeat(201)],
          ['a space', ' '],
        ],
      },
      { name: 'language', isOptional: true, accepted: [['2', 2]], refused: [['3', 3]] },
      { name: 'spoken', isOptional: true, accepted: [['no', false]], refused: NO_CHOICES },
      { name: 'onlyAbout', isOptional: true, accepted: [['yes', true]], refused: NO_CHOICES },
      {
        name: 'mail',
        isOptional: true,
        accepted: [['no', false]],
        refused: [['yes', true], ...NO_CHOICES],
      },
      { name: 'paused', isOptional: true, accepted: [['yes', true]], refused: NO_CHOICES },
      pastTime('createdAt'),
      { ...pastTime('resumedAt'), isOptional: true },
      { ...pastTime('pausedAt'), isOptional: true },
      {
        name: 'pausedUntil',
        isOptional: true,
        accepted: [
          ['in the past', PAST],
          ['in 31 days', daysAhead(30.99)],
        ],
        refused: [
          ['in 32 days', daysAhead(32)],
          ['a number', 0],
          ['a text', 'tomorrow'],
          ['null', null],
        ],
      },
      { ...pastTime('mailOffAt'), isOptional: true },
      { ...pastTime('mailOnAt'), isOptional: true },
      { ...CREATED_AT, name: 'changedAt' },
      {
        name: 'lastMatch',
        isOptional: true,
        accepted: [
          ['a match now', { at: serverTimestamp(), episodes: 0 }],
          ['a million episodes', { at: PAST, episodes: 1_000_000 }],
        ],
        refused: [
          ...[...CREATED_AT.refused]
            .slice(2)
            .map(([name, at]): FieldValue => [`a match at ${name}`, { at, episodes: 3 }]),
          ['a fraction of an episode', { at: PAST, episodes: 1.5 }],
          ['a text of episodes', { at: PAST, episodes: '3' }],
          ['less than no episode', { at: PAST, episodes: -1 }],
          ['more than a million episodes', { at: PAST, episodes: 1_000_001 }],
          ['a time alone', { at: PAST }],
          ['episodes alone', { episodes: 3 }],
          ['an unknown field', { at: PAST, episodes: 3, more: 1 }],
          ['a text', '3'],
          ['null', null],
        ],
      },
    ],
  });
}
