import {
  collection,
  deleteField,
  doc,
  documentId,
  type DocumentData,
  getDocs,
  query,
  serverTimestamp,
  setDoc,
  updateDoc,
  where,
} from 'firebase/firestore/lite';
import {
  CADENCES,
  DAY_MS,
  DEFAULT_PREFERENCES,
  MAX_TIME_ZONE_LENGTH,
  newPreferencesSchema,
} from '../../../functions/src/contract/index.ts';
import { accessCases } from './access-cases.ts';
import { CREATED_AT } from './created-at.ts';
import type { RuleCase, StoredDocument, Verdict } from './rule-case.ts';
import { sha256 } from './sha256.ts';
import { type FieldValue, NO_TEXTS, shapeCases } from './shape-cases.ts';

const policy =
  'A person reads their own document and writes its preferences and until when all is read; no client writes its other fields, deletes it or lists users.';
const what = 'a person’s document';

const PREFERENCES = {
  cadence: 'weekly',
  hour: 18,
  weekday: 5,
  timeZone: 'Europe/Berlin',
  updatedAt: serverTimestamp(),
};

const SERVER_FIELDS = {
  suppression: { reason: 'bounce', at: new Date(0) },
  cadenceBeforePause: 'hourly',
  followedShows: ['8d1e6c2b7f9e0a413f0c'],
  showsAddedAtMs: [0],
  showsChangedAt: new Date(0),
  channels: [{ id: 'f3k9', kind: 'feed', alerts: 'all', sinceMs: 0, chosenAtMs: 0 }],
  channelsChangedAt: new Date(0),
  verifiedAt: new Date(0),
  asksAboutAlerts: true,
};

/** Each key has its own person, because a person has only one document. */
function example(key: string, changes: DocumentData = {}): StoredDocument {
  return { path: `users/ada-${sha256(key)}`, data: { ...PREFERENCES, ...changes } };
}

function wholeNumbers(
  first: number,
  last: number,
): { accepted: FieldValue[]; refused: FieldValue[] } {
  return {
    accepted: [
      [`${first}`, first],
      [`${last}`, last],
    ],
    refused: [
      [`${first - 1}`, first - 1],
      [`${last + 1}`, last + 1],
      ['a fraction', first + 0.5],
      ['no number', NaN],
      ['a text', `${first}`],
      ['null', null],
    ],
  };
}

const FIELDS = [
  {
    name: 'cadence',
    accepted: CADENCES.map((cadence): FieldValue => [cadence, cadence]),
    refused: [['nothing', ''], ['monthly', 'monthly'], ['Daily', 'Daily'], ...NO_TEXTS],
  },
  { name: 'hour', ...wholeNumbers(0, 23) },
  { name: 'weekday', ...wholeNumbers(1, 7) },
  {
    name: 'timeZone',
    accepted: [
      ...['UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12', 'America/Port-au-Prince'].map(
        (zone): FieldValue => [zone, zone],
      ),
      [`${MAX_TIME_ZONE_LENGTH} characters`, 'x'.repeat(MAX_TIME_ZONE_LENGTH)],
    ],
    refused: [
      ['nothing', ''],
      ['two words', 'Europe Berlin'],
      ['a region alone', 'Europe/'],
      ['a line break at its end', 'UTC\n'],
      [`${MAX_TIME_ZONE_LENGTH + 1} characters`, 'x'.repeat(MAX_TIME_ZONE_LENGTH + 1)],
      ...NO_TEXTS,
    ],
  },
  { ...CREATED_AT, name: 'updatedAt' },
] as const;

interface Change {
  sentence: string;
  verdict: Verdict;
  /** The document before the request; null if there is none. */
  stored: DocumentData | null;
  change: DocumentData;
  whole?: boolean;
}

const chosen = { ...PREFERENCES, updatedAt: new Date(0) };

const CHANGES: Change[] = [
  {
    sentence: 'preferences are changed beside the server’s fields',
    verdict: 'allowed',
    stored: { ...chosen, ...SERVER_FIELDS },
    change: { ...DEFAULT_PREFERENCES, updatedAt: serverTimestamp() },
  },
  {
    sentence: 'preferences are added to a document of the server',
    verdict: 'allowed',
    stored: SERVER_FIELDS,
    change: PREFERENCES,
  },
  {
    sentence: 'one preference is changed',
    verdict: 'allowed',
    stored: chosen,
    change: { hour: 9, updatedAt: serverTimestamp() },
  },
  {
    sentence: 'emails are resumed',
    verdict: 'allowed',
    stored: { ...chosen, cadence: 'paused', resumedAt: new Date(0) },
    change: { cadence: 'daily', updatedAt: serverTimestamp(), resumedAt: serverTimestamp() },
  },
  {
    sentence: 'preferences are changed after emails were resumed',
    verdict: 'allowed',
    stored: { ...chosen, resumedAt: new Date(0) },
    change: { hour: 9, updatedAt: serverTimestamp() },
  },
  {
    sentence: 'emails are resumed since seven days ago, as by tabs from before December 2026',
    verdict: 'denied',
    stored: { ...chosen, cadence: 'paused' },
    change: {
      cadence: 'daily',
      updatedAt: serverTimestamp(),
      resumedAt: new Date(Date.now() - 7 * DAY_MS),
    },
  },
  {
    sentence: 'emails are resumed without a time, as by tabs from before December 2026',
    verdict: 'allowed',
    stored: { ...chosen, cadence: 'paused' },
    change: { cadence: 'daily', updatedAt: serverTimestamp() },
  },
  {
    sentence: 'emails are resumed from tomorrow on',
    verdict: 'denied',
    stored: { ...chosen, cadence: 'paused' },
    change: {
      cadence: 'daily',
      updatedAt: serverTimestamp(),
      resumedAt: new Date(Date.now() + DAY_MS),
    },
  },
  {
    sentence: 'emails are resumed with another time',
    verdict: 'denied',
    stored: { ...chosen, cadence: 'paused' },
    change: { cadence: 'daily', updatedAt: serverTimestamp(), resumedAt: new Date(0) },
  },
  {
    sentence:
      'the time until when all is read is stored beside preferences and the server’s fields',
    verdict: 'allowed',
    stored: { ...chosen, ...SERVER_FIELDS, seenAt: new Date(0) },
    change: { seenAt: serverTimestamp() },
  },
  {
    sentence: 'the time until when all is read is stored with another time',
    verdict: 'denied',
    stored: chosen,
    change: { seenAt: new Date(0) },
  },
  {
    sentence: 'the time until when all is read is stored with a preference',
    verdict: 'denied',
    stored: chosen,
    change: { seenAt: serverTimestamp(), hour: 9 },
  },
  {
    sentence: 'the time until when all is read is stored in a change of preferences',
    verdict: 'denied',
    stored: chosen,
    change: { seenAt: serverTimestamp(), hour: 9, updatedAt: serverTimestamp() },
  },
  {
    sentence: 'the time until when all is read is removed',
    verdict: 'denied',
    stored: { ...chosen, seenAt: new Date(0) },
    change: { seenAt: deleteField() },
  },
  {
    sentence: 'the time until when all is read is stored in a new document',
    verdict: 'denied',
    stored: null,
    change: { seenAt: serverTimestamp() },
    whole: true,
  },
  {
    sentence: 'the time of resuming emails is removed',
    verdict: 'denied',
    stored: { ...chosen, resumedAt: new Date(0) },
    change: { resumedAt: deleteField(), updatedAt: serverTimestamp() },
  },
  {
    sentence: 'a preference is changed without the time',
    verdict: 'denied',
    stored: chosen,
    change: { hour: 9 },
  },
  {
    sentence: 'an impossible hour is set',
    verdict: 'denied',
    stored: chosen,
    change: { hour: 24, updatedAt: serverTimestamp() },
  },
  {
    sentence: 'only some preferences are set',
    verdict: 'denied',
    stored: SERVER_FIELDS,
    change: { cadence: 'daily', updatedAt: serverTimestamp() },
  },
  {
    sentence: 'a preference is removed',
    verdict: 'denied',
    stored: chosen,
    change: { hour: deleteField(), updatedAt: serverTimestamp() },
  },
  {
    sentence: 'the document is replaced by preferences, without the server’s fields',
    verdict: 'denied',
    stored: { ...chosen, ...SERVER_FIELDS },
    change: PREFERENCES,
    whole: true,
  },
  ...Object.keys(SERVER_FIELDS).flatMap((field): Change[] => [
    {
      sentence: `${field} is removed`,
      verdict: 'denied',
      stored: { ...chosen, ...SERVER_FIELDS },
      change: { [field]: deleteField(), updatedAt: serverTimestamp() },
    },
    {
      sentence: `${field} is changed`,
      verdict: 'denied',
      stored: { ...chosen, ...SERVER_FIELDS },
      change: { [field]: 'daily', updatedAt: serverTimestamp() },
    },
    {
      sentence: `${field} is added`,
      verdict: 'denied',
      stored: chosen,
      change: { [field]: 'daily', updatedAt: serverTimestamp() },
    },
  ]),
];

function changeCase({ sentence, verdict, stored, change, whole = false }: Change): RuleCase {
  const path = `users/ada-${sha256(sentence)}`;
  return {
    policy,
    sentence: `${sentence}: ${verdict}`,
    caller: { uid: path.slice('users/'.length) },
    verdict,
    seeds: stored === null ? [] : [{ path, data: stored }],
    ask: (store) =>
      whole ? setDoc(doc(store, path), change) : updateDoc(doc(store, path), change),
  };
}

export const PERSON_CASES: RuleCase[] = [
  ...accessCases({ policy, what, opened: ['get', 'create', 'update'], example }),
  {
    policy,
    sentence: 'a list of only one’s own document is denied',
    caller: { uid: 'ada' },
    verdict: 'denied',
    seeds: [{ path: 'users/ada', data: chosen }],
    ask: (store) => getDocs(query(collection(store, 'users'), where(documentId(), '==', 'ada'))),
  },
  ...shapeCases({
    policy,
    what,
    fields: FIELDS,
    example,
    written: Object.keys(newPreferencesSchema.shape),
  }),
  ...CHANGES.map(changeCase),
];
