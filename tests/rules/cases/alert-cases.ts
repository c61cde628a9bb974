import {
  collection,
  deleteField,
  doc,
  type DocumentData,
  getDocs,
  orderBy,
  query,
  serverTimestamp,
  updateDoc,
} from 'firebase/firestore/lite';
import {
  HOUR_MS,
  MAX_ALERTS,
  MAX_KEYWORD_LENGTH,
  newAlertSchema,
} from '../../../functions/src/contract/index.ts';
import { accessCases } from './access-cases.ts';
import { CREATED_AT } from './created-at.ts';
import type { RuleCase, StoredDocument, Verdict } from './rule-case.ts';
import { restoredAlertCases } from './restored-alert-cases.ts';
import { type FieldValue, NO_TEXTS, shapeCases } from './shape-cases.ts';
import { inSlot, ownerOf, slotCases } from './slot-cases.ts';

const policy =
  'A person reads, creates, deletes, restores, pauses, resumes and changes up to 200 alerts of their own, and nothing else.';
const what = 'an alert';

function example(key: string, changes: DocumentData = {}): StoredDocument {
  const data = { keyword: 'graph databases', createdAt: serverTimestamp(), ...changes };
  return { path: inSlot('alerts', key), data };
}

/** All UTF-16 code units that `String.prototype.trim` removes, found by calling the method. */
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

interface Change {
  sentence: string;
  verdict: Verdict;
  /** Fields in addition to keyword and creation date. */
  stored?: DocumentData;
  change: DocumentData;
}

const PAUSED = { paused: true };
const RESUMED = { paused: false, resumedAt: serverTimestamp() };
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const GOES_ON = { paused: false, changedAt: serverTimestamp() };
const CHOSEN = { spoken: false, changedAt: serverTimestamp() };
const ONLY_ABOUT = { onlyAbout: true, changedAt: serverTimestamp() };
const NOT_MAILED = { mail: false, changedAt: serverTimestamp() };
const MAILED = { mail: deleteField(), changedAt: serverTimestamp() };
const MATCHED = { lastMatch: { at: new Date(0), episodes: 3 } };

const ASKED_ANEW = {
  keyword: 'ledgers -sponsor',
  language: 1,
  excluded: { sponsor: serverTimestamp() },
  changedAt: serverTimestamp(),
};
const LONG = 'x'.repeat(199);

const CHANGES: Change[] = [
  { sentence: 'is paused', verdict: 'allowed', change: PAUSED },
  { sentence: 'is paused again', verdict: 'allowed', stored: PAUSED, change: PAUSED },
  { sentence: 'is resumed', verdict: 'allowed', stored: PAUSED, change: RESUMED },
  {
    sentence: 'is paused again after it was resumed, and keeps its last match',
    verdict: 'allowed',
    stored: { paused: false, resumedAt: new Date(0), ...MATCHED },
    change: PAUSED,
  },
  {
    sentence: 'is resumed again, and keeps its last match',
    verdict: 'allowed',
    stored: { paused: true, resumedAt: new Date(0), ...MATCHED },
    change: RESUMED,
  },
  { sentence: 'is resumed without the time', verdict: 'denied', change: { paused: false } },
  {
    sentence: 'is paused with the server’s time',
    verdict: 'allowed',
    change: { ...PAUSED, pausedAt: serverTimestamp() },
  },
  {
    sentence: 'is paused with another time',
    verdict: 'denied',
    change: { ...PAUSED, pausedAt: new Date(0) },
  },
  ...(
    [
      ['for 31 days', hoursAgo(-31 * 24 + 0.1), 'allowed'],
      ['for more than 31 days', hoursAgo(-31 * 24 - 1), 'denied'],
      ['until an hour ago', hoursAgo(1), 'denied'],
      ['until the server’s time', serverTimestamp(), 'denied'],
      ['until a number', Date.now() + HOUR_MS, 'denied'],
      ['until a text', 'tomorrow', 'denied'],
    ] as const
  ).map(([name, pausedUntil, verdict]): Change => ({
    sentence: `is paused ${name}`,
    verdict,
    change: { ...PAUSED, pausedAt: serverTimestamp(), pausedUntil },
  })),
  {
    sentence: 'is paused again after its pause ended by itself',
    verdict: 'allowed',
    stored: { ...PAUSED, pausedUntil: hoursAgo(2) },
    change: { ...PAUSED, pausedAt: serverTimestamp(), pausedUntil: deleteField() },
  },
  {
    sentence: 'is paused again after its pause ended by itself, and keeps the end',
    verdict: 'denied',
    stored: { ...PAUSED, pausedUntil: hoursAgo(2) },
    change: { ...PAUSED, pausedAt: serverTimestamp() },
  },
  {
    sentence: 'is resumed before its pause ends by itself',
    verdict: 'allowed',
    stored: { ...PAUSED, pausedUntil: hoursAgo(-2) },
    change: { ...RESUMED, pausedUntil: deleteField() },
  },
  {
    sentence: 'is resumed before its pause ends by itself, by a tab that does not know the end',
    verdict: 'allowed',
    stored: { ...PAUSED, pausedUntil: hoursAgo(-2) },
    change: RESUMED,
  },
  {
    sentence: 'is resumed with an end of a pause',
    verdict: 'denied',
    stored: PAUSED,
    change: { ...RESUMED, pausedUntil: hoursAgo(-2) },
  },
  {
    sentence: 'is resumed by a tab of before December 2026, which also sets changedAt',
    verdict: 'allowed',
    stored: { ...PAUSED, pausedAt: hoursAgo(2) },
    change: { ...RESUMED, changedAt: serverTimestamp() },
  },
  {
    sentence: 'is resumed by such a tab after half an hour without a time',
    verdict: 'denied',
    stored: { ...PAUSED, pausedAt: hoursAgo(0.5), resumedAt: new Date(0) },
    change: GOES_ON,
  },
  {
    sentence: 'is resumed by such a tab since seven days ago',
    verdict: 'denied',
    stored: { ...PAUSED, pausedAt: hoursAgo(240) },
    change: { ...GOES_ON, resumedAt: hoursAgo(7 * 24) },
  },
  {
    sentence: 'is resumed and changed with another time',
    verdict: 'denied',
    stored: PAUSED,
    change: { ...RESUMED, changedAt: new Date(0) },
  },
  {
    sentence: 'is resumed from tomorrow on',
    verdict: 'denied',
    stored: { ...PAUSED, pausedAt: hoursAgo(240) },
    change: { ...RESUMED, resumedAt: hoursAgo(-24) },
  },
  {
    sentence: 'is resumed with the time of an earlier resumption',
    verdict: 'denied',
    stored: { paused: true, resumedAt: new Date(0) },
    change: { paused: false },
  },
  {
    sentence: 'is paused with a time of resuming',
    verdict: 'denied',
    change: { ...RESUMED, ...PAUSED },
  },
  {
    sentence: 'loses the field paused',
    verdict: 'denied',
    stored: PAUSED,
    change: { paused: deleteField() },
  },
  ...CREATED_AT.refused.map(([name, resumedAt]): Change => ({
    sentence: `is resumed with ${name} as the time`,
    verdict: 'denied',
    stored: PAUSED,
    change: { paused: false, resumedAt },
  })),
  ...['yes', 1, null].map((paused): Change => ({
    sentence: `is paused with the value ${JSON.stringify(paused)}`,
    verdict: 'denied',
    change: { paused },
  })),
  {
    sentence: 'is resumed with a text',
    verdict: 'denied',
    stored: PAUSED,
    change: { ...RESUMED, paused: 'no' },
  },
  ...[PAUSED, RESUMED].flatMap((pauseOrResume) =>
    Object.entries({ keyword: 'ledgers', createdAt: serverTimestamp(), ...MATCHED, more: 1 }).map(
      ([field, value]): Change => ({
        sentence: `is ${pauseOrResume.paused ? 'paused' : 'resumed'} and its ${field} is set`,
        verdict: 'denied',
        change: { ...pauseOrResume, [field]: value },
      }),
    ),
  ),
  { sentence: 'is limited to notes', verdict: 'allowed', change: CHOSEN },
  {
    sentence: 'was paused and limited to notes, and includes transcripts again',
    verdict: 'allowed',
    stored: { ...PAUSED, spoken: false, changedAt: new Date(0) },
    change: { ...CHOSEN, spoken: true },
  },
  {
    sentence: 'is limited to notes without the time',
    verdict: 'denied',
    change: { spoken: false },
  },
  {
    sentence: 'is limited to notes with the time of an earlier choice',
    verdict: 'denied',
    stored: { spoken: true, changedAt: new Date(0) },
    change: { spoken: false },
  },
  ...CREATED_AT.refused.map(([name, changedAt]): Change => ({
    sentence: `is limited to notes with ${name} as the time`,
    verdict: 'denied',
    change: { ...CHOSEN, changedAt },
  })),
  ...['no', 0, null].map((spoken): Change => ({
    sentence: `is limited to notes with the value ${JSON.stringify(spoken)}`,
    verdict: 'denied',
    change: { ...CHOSEN, spoken },
  })),
  {
    sentence: 'loses the field spoken',
    verdict: 'denied',
    stored: { spoken: false },
    change: { ...CHOSEN, spoken: deleteField() },
  },
  ...Object.entries({ ...PAUSED, keyword: 'ledgers', createdAt: serverTimestamp(), more: 1 }).map(
    ([field, value]): Change => ({
      sentence: `is limited to notes and its ${field} is set`,
      verdict: 'denied',
      change: { ...CHOSEN, [field]: value },
    }),
  ),
  { sentence: 'is limited to main topics', verdict: 'allowed', change: ONLY_ABOUT },
  {
    sentence: 'was paused and limited to main topics, and includes everything again',
    verdict: 'allowed',
    stored: { ...PAUSED, onlyAbout: true, spoken: false, changedAt: new Date(0) },
    change: { ...ONLY_ABOUT, onlyAbout: false },
  },
  {
    sentence: 'is limited to main topics without the time',
    verdict: 'denied',
    change: { onlyAbout: true },
  },
  {
    sentence: 'is limited to main topics with the time of an earlier choice',
    verdict: 'denied',
    stored: { onlyAbout: false, changedAt: new Date(0) },
    change: { onlyAbout: true },
  },
  ...['no', 0, null].map((onlyAbout): Change => ({
    sentence: `is limited to main topics with the value ${JSON.stringify(onlyAbout)}`,
    verdict: 'denied',
    change: { ...ONLY_ABOUT, onlyAbout },
  })),
  {
    sentence: 'loses the field onlyAbout',
    verdict: 'denied',
    stored: { onlyAbout: true },
    change: { ...ONLY_ABOUT, onlyAbout: deleteField() },
  },
  ...Object.entries({
    ...PAUSED,
    spoken: false,
    keyword: 'ledgers',
    createdAt: serverTimestamp(),
    more: 1,
  }).map(([field, value]): Change => ({
    sentence: `is limited to main topics and its ${field} is set`,
    verdict: 'denied',
    change: { ...ONLY_ABOUT, [field]: value },
  })),
  { sentence: 'is no longer mailed', verdict: 'allowed', change: NOT_MAILED },
  {
    sentence: 'is no longer mailed, with the server’s time',
    verdict: 'allowed',
    change: { ...NOT_MAILED, mailOffAt: serverTimestamp() },
  },
  {
    sentence: 'is no longer mailed, with another time',
    verdict: 'denied',
    change: { ...NOT_MAILED, mailOffAt: new Date(0) },
  },
  {
    sentence: 'is mailed again from now on',
    verdict: 'allowed',
    stored: { mail: false, mailOffAt: new Date(0), changedAt: new Date(0) },
    change: { ...MAILED, mailOnAt: serverTimestamp() },
  },
  ...[hoursAgo(7 * 24), hoursAgo(-24), 'now'].map((mailOnAt, at): Change => ({
    sentence: `is mailed again ${['since seven days ago', 'from tomorrow on', 'since a text'][at]}`,
    verdict: 'denied',
    stored: { mail: false, changedAt: new Date(0) },
    change: { ...MAILED, mailOnAt },
  })),
  {
    sentence: 'is mailed again, and keeps all other fields',
    verdict: 'allowed',
    stored: {
      ...PAUSED,
      ...MATCHED,
      spoken: false,
      onlyAbout: true,
      mail: false,
      changedAt: new Date(0),
    },
    change: MAILED,
  },
  {
    sentence: 'is mailed again without the time',
    verdict: 'denied',
    stored: { mail: false, changedAt: new Date(0) },
    change: { mail: deleteField() },
  },
  ...CREATED_AT.refused.map(([name, changedAt]): Change => ({
    sentence: `is no longer mailed with ${name} as the time`,
    verdict: 'denied',
    change: { ...NOT_MAILED, changedAt },
  })),
  ...[true, 'no', 0, null].map((mail): Change => ({
    sentence: `has mail set to ${JSON.stringify(mail)}`,
    verdict: 'denied',
    change: { ...NOT_MAILED, mail },
  })),
  ...Object.entries({ ...PAUSED, spoken: false, keyword: 'ledgers', more: 1 }).map(
    ([field, value]): Change => ({
      sentence: `is no longer mailed and its ${field} is set`,
      verdict: 'denied',
      change: { ...NOT_MAILED, [field]: value },
    }),
  ),
  { sentence: 'gets a language', verdict: 'denied', change: { language: 1 } },
  { sentence: 'gets another keyword', verdict: 'denied', change: { keyword: 'ledgers' } },
  { sentence: 'gets another query', verdict: 'allowed', change: ASKED_ANEW },
  {
    sentence: 'gets another query, and keeps all other fields',
    verdict: 'allowed',
    stored: { ...PAUSED, ...MATCHED, language: 1, excluded: { bank: new Date(0) } },
    change: ASKED_ANEW,
  },
  {
    sentence: 'gets a query of plain words again',
    verdict: 'allowed',
    stored: { language: 1, excluded: { bank: new Date(0) } },
    change: { ...ASKED_ANEW, language: deleteField(), excluded: {} },
  },
  {
    sentence: 'gets another query, and loses its exclusions',
    verdict: 'allowed',
    stored: { excluded: { bank: new Date(0) } },
    change: { ...ASKED_ANEW, excluded: deleteField() },
  },
  ...CREATED_AT.refused.map(([name, changedAt]): Change => ({
    sentence: `gets another query with ${name} as the time`,
    verdict: 'denied',
    change: { ...ASKED_ANEW, changedAt },
  })),
  ...CREATED_AT.refused.map(([name, since]): Change => ({
    sentence: `excludes something since ${name}`,
    verdict: 'denied',
    stored: { excluded: { bank: new Date(1) } },
    change: { ...ASKED_ANEW, excluded: { bank: new Date(1), sponsor: since } },
  })),
  {
    sentence: 'excludes 200 characters in all',
    verdict: 'allowed',
    stored: { excluded: { [LONG]: new Date(0) } },
    change: { ...ASKED_ANEW, excluded: { [LONG]: new Date(0), x: serverTimestamp() } },
  },
  {
    sentence: 'excludes 201 characters in all',
    verdict: 'denied',
    stored: { excluded: { [LONG]: new Date(0) } },
    change: { ...ASKED_ANEW, excluded: { [LONG]: new Date(0), xy: serverTimestamp() } },
  },
  ...[['a text'], 'a text', 1, null].map((excluded): Change => ({
    sentence: `excludes ${JSON.stringify(excluded)}`,
    verdict: 'denied',
    change: { ...ASKED_ANEW, excluded },
  })),
  ...Object.entries({
    keyword: ' ',
    language: 3,
    createdAt: serverTimestamp(),
    resumedAt: serverTimestamp(),
    paused: true,
    ...MATCHED,
    more: 1,
  }).map(([field, value]): Change => ({
    sentence: `gets another query and its ${field} is set to ${JSON.stringify(value)}`,
    verdict: 'denied',
    change: { ...ASKED_ANEW, [field]: value },
  })),
  {
    sentence: 'is replaced as a whole',
    verdict: 'denied',
    change: { keyword: 'ledgers', createdAt: serverTimestamp() },
  },
];

function changeCase({ sentence, verdict, stored = {}, change }: Change): RuleCase {
  const path = inSlot('alerts', `an alert that ${sentence}`);
  const data = { keyword: 'graph databases', createdAt: new Date(0), ...stored };
  return {
    policy,
    sentence: `an alert ${sentence}: ${verdict}`,
    caller: { uid: ownerOf(path) },
    verdict,
    seeds: [{ path, data }],
    ask: (store) => updateDoc(doc(store, path), change),
  };
}

export const ALERT_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what,
    opened: ['get', 'list', 'create', 'update', 'delete'],
    example,
    change: { paused: true },
  }),
  {
    policy,
    sentence: 'the owner’s alerts are listed newest first',
    caller: { uid: 'ada' },
    verdict: 'allowed',
    seeds: [],
    ask: (store) =>
      getDocs(query(collection(store, 'users/ada/alerts'), orderBy('createdAt', 'desc'))),
  },
  ...shapeCases({
    policy,
    what,
    written: Object.keys(newAlertSchema.shape),
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
      {
        name: 'language',
        isOptional: true,
        accepted: [
          ['1', 1],
          ['2', 2],
        ],
        refused: [
          ['0', 0],
          ['3', 3],
          ['a text', '1'],
          ['null', null],
          ['yes', true],
        ],
      },
      {
        name: 'spoken',
        isOptional: true,
        accepted: [['no', false]],
        refused: [
          ['yes', true],
          ['0', 0],
          ['a text', 'no'],
          ['null', null],
        ],
      },
      {
        name: 'onlyAbout',
        isOptional: true,
        accepted: [['yes', true]],
        refused: [
          ['no', false],
          ['1', 1],
          ['a text', 'yes'],
          ['null', null],
        ],
      },
      {
        name: 'mail',
        isOptional: true,
        accepted: [['no', false]],
        refused: [
          ['yes', true],
          ['0', 0],
          ['a text', 'no'],
          ['null', null],
        ],
      },
      CREATED_AT,
    ],
  }),
  ...slotCases({ policy, what, collection: 'alerts', limit: MAX_ALERTS, example }),
  ...restoredAlertCases(policy),
  ...CHANGES.map(changeCase),
];
