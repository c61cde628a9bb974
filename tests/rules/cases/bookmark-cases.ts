import {
  Bytes,
  collection,
  doc,
  type DocumentData,
  type Firestore,
  getDocs,
  orderBy,
  query,
  runTransaction,
  serverTimestamp,
  setDoc,
  where,
} from 'firebase/firestore/lite';
import {
  BOOKMARK_LIMITS,
  firstBookmarkSlot,
  MAX_BOOKMARKS,
  MAX_DURATION_S,
  newBookmarkSchema,
  slotIds,
  toBookmark,
} from '../../../functions/src/contract/index.ts';
import { accessCases } from './access-cases.ts';
import { pastTime } from './created-at.ts';
import type { RuleCase, StoredDocument } from './rule-case.ts';
import { type Field, type FieldValue, NO_TEXTS, shapeCases } from './shape-cases.ts';
import { inSlot, slotCases } from './slot-cases.ts';

const policy =
  'A person reads, creates, deletes and restores up to 1 000 bookmarks of their own, and changes none.';
const owner = 'ada';
const what = 'a bookmark';

function example(key: string, changes: DocumentData = {}): StoredDocument {
  const data = {
    episodeId: `https://shows.example/${key}`,
    title: 'On graphs',
    link: 'https://shows.example/graphs',
    podcast: 'Data, spoken',
    publisher: 'Spoken Media',
    image: 'https://shows.example/cover.jpg',
    description: 'All about >>>graphs<<<.',
    pub_date_ms: 1_780_000_000_000,
    audio: 'https://shows.example/graphs.mp3',
    duration_s: 4200,
    createdAt: serverTimestamp(),
    ...changes,
  };
  return { path: inSlot('bookmarks', key), data };
}

/** @param length In UTF-16 code units. */
const long = (length: number, start = '') => start.padEnd(length, 'x');

function text(name: string, maxLength: number, emptyIs: 'accepted' | 'refused'): Field {
  const empty: FieldValue = ['nothing', ''];
  const accepted: FieldValue[] = [
    ['one character', 'x'],
    [`${maxLength} characters`, long(maxLength)],
    [`${maxLength} UTF-16 units`, '🎧'.repeat(maxLength / 2)],
  ];
  const refused: FieldValue[] = [
    [`${maxLength + 1} characters`, long(maxLength + 1)],
    [`${maxLength + 2} UTF-16 units`, '🎧'.repeat(maxLength / 2 + 1)],
    ...NO_TEXTS,
  ];
  return emptyIs === 'accepted'
    ? { name, accepted: [...accepted, empty], refused }
    : { name, accepted, refused: [...refused, empty] };
}

const MAX_ADDRESS = BOOKMARK_LIMITS.address;

const ACCEPTED_ADDRESSES: FieldValue[] = [
  ['an http address', 'http://x'],
  ['an https address', 'https://shows.example/a?b=c#d'],
  [`an address of ${MAX_ADDRESS} characters`, long(MAX_ADDRESS, 'https://shows.example/')],
];

const REFUSED_ADDRESSES: FieldValue[] = [
  [`an address of ${MAX_ADDRESS + 1} characters`, long(MAX_ADDRESS + 1, 'https://shows.example/')],
  ['a scheme alone', 'https://'],
  ['a relative address', '/graphs'],
  ['a script', 'javascript:alert(1)//https://shows.example/'],
  ['data', 'data:text/html,https://shows.example/'],
  ['an address after a line break', '\nhttps://shows.example/'],
  ['an ftp address', 'ftp://shows.example/'],
  ...NO_TEXTS,
];

/** The latest date that JavaScript can represent, in epoch ms. */
const LAST_MOMENT_MS = 8_640_000_000_000_000;

const FIELDS: Field[] = [
  {
    name: 'episodeId',
    accepted: [
      ['one character', 'x'],
      [`${BOOKMARK_LIMITS.episodeId} characters`, long(BOOKMARK_LIMITS.episodeId)],
      ['text beyond ASCII', 'https://shows.example/ü🎧'],
    ],
    refused: [
      ['nothing', ''],
      [`${BOOKMARK_LIMITS.episodeId + 1} characters`, long(BOOKMARK_LIMITS.episodeId + 1)],
      ['bytes', Bytes.fromUint8Array(new Uint8Array([1, 2, 3]))],
      ...NO_TEXTS,
    ],
  },
  text('title', BOOKMARK_LIMITS.title, 'refused'),
  { name: 'link', accepted: [...ACCEPTED_ADDRESSES, ['nothing', '']], refused: REFUSED_ADDRESSES },
  text('podcast', BOOKMARK_LIMITS.podcast, 'refused'),
  text('publisher', BOOKMARK_LIMITS.publisher, 'accepted'),
  { name: 'image', accepted: [...ACCEPTED_ADDRESSES, ['nothing', '']], refused: REFUSED_ADDRESSES },
  text('description', BOOKMARK_LIMITS.description, 'accepted'),
  {
    name: 'pub_date_ms',
    accepted: [
      ['zero', 0],
      ['a fraction', 1.5],
      ['the last valid Date', LAST_MOMENT_MS],
    ],
    refused: [
      ['a time before 1970', -1],
      ['a fraction below zero', -0.5],
      ['a moment after the last valid Date', LAST_MOMENT_MS + 1],
      ['infinity', Infinity],
      ['no number', NaN],
      ['a text', '1780000000000'],
      ['a time', new Date(0)],
      ['null', null],
    ],
  },
  {
    name: 'audio',
    isOptional: true,
    accepted: ACCEPTED_ADDRESSES,
    refused: [...REFUSED_ADDRESSES, ['nothing', '']],
  },
  {
    name: 'duration_s',
    isOptional: true,
    accepted: [
      ['a second', 1],
      ['two days', MAX_DURATION_S],
    ],
    refused: [
      ['no time', 0],
      ['a negative time', -1],
      ['more than two days', MAX_DURATION_S + 1],
      ['a fraction', 1.5],
      ['a text', '4200'],
      ['null', null],
    ],
  },
  pastTime('createdAt'),
];

function ownerCase(sentence: string, verdict: RuleCase['verdict'], ask: RuleCase['ask']): RuleCase {
  return { policy, sentence, verdict, caller: { uid: owner }, seeds: [], ask };
}

const all = `users/${owner}/bookmarks`;

export const BOOKMARK_CASES: RuleCase[] = [
  ...accessCases({
    policy,
    what,
    opened: ['get', 'list', 'create', 'delete'],
    example,
  }),
  ownerCase('the owner’s bookmarks are listed newest first', 'allowed', (store) =>
    getDocs(query(collection(store, all), orderBy('createdAt', 'desc'))),
  ),
  ownerCase('a bookmark is found by its episode', 'allowed', (store) =>
    getDocs(query(collection(store, all), where('episodeId', '==', 'https://shows.example/'))),
  ),
  ownerCase('a missing bookmark is looked up and created', 'allowed', (store) => {
    const { data } = example('looked up');
    const target = doc(store, all, '777');
    return runTransaction(store, async (transaction) => {
      if (!(await transaction.get(target)).exists()) transaction.set(target, data);
    });
  }),
  ownerCase(
    'the contract’s bookmark of the longest episode is created',
    'allowed',
    storeAsContract,
  ),
  ...slotCases({ policy, what, collection: 'bookmarks', limit: MAX_BOOKMARKS, example }),
  ...shapeCases({
    policy,
    what,
    fields: FIELDS,
    example,
    written: Object.keys(newBookmarkSchema.shape),
  }),
];

async function storeAsContract(store: Firestore): Promise<void> {
  const bookmark = toBookmark({
    title: '🎧'.repeat(1000),
    link: long(MAX_ADDRESS, 'https://shows.example/longest/'),
    podcast: '🎧'.repeat(1000),
    publisher: '🎧'.repeat(1000),
    image: 'no address',
    description: '>>>🎧<<<'.repeat(1000),
    pub_date_ms: -1,
    audio: long(MAX_ADDRESS, 'https://shows.example/longest/'),
    duration_s: MAX_DURATION_S,
  });
  if (bookmark === null) throw new Error('The contract took the episode for one without a title.');
  const id = slotIds(MAX_BOOKMARKS)[await firstBookmarkSlot(bookmark.episodeId)];
  await setDoc(doc(store, `${all}/${id}`), { ...bookmark, createdAt: serverTimestamp() });
}
