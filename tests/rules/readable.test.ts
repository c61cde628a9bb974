import {
  Bytes,
  doc,
  type DocumentData,
  type Firestore,
  GeoPoint,
  getDoc,
  serverTimestamp,
  setDoc,
  Timestamp,
  updateDoc,
} from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bookmarkSchema,
  DAY_MS,
  DEFAULT_PREFERENCES,
  newPreferencesSchema,
  preferencesSchema,
  readAlert,
  withMillis,
} from '../../functions/src/contract/index.ts';
import { RULES } from './rules-file.ts';
import { openRulesLab, type RulesLab } from './rules-lab.ts';

const PAST = Timestamp.fromMillis(0);
const NOW = serverTimestamp();
const SOON = Timestamp.fromMillis(Date.now() + DAY_MS);

/** Values of every type in Firestore, including numbers and texts at their limits. */
const ODD_VALUES: readonly unknown[] = [
  0,
  1,
  -1,
  -5,
  1.5,
  7,
  8,
  23,
  24,
  172_800,
  172_801,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  4e18,
  8.64e15,
  8.65e15,
  NaN,
  Infinity,
  -Infinity,
  null,
  true,
  false,
  '',
  ' ',
  'a',
  '\u0000',
  '\ud800',
  'https://',
  'https://a',
  'Nowhere/Here',
  'daily',
  'x'.repeat(3000),
  [],
  ['a'],
  {},
  { a: 1 },
  { at: PAST },
  { at: NOW, episodes: 1 },
  PAST,
  Timestamp.fromMillis(8.64e14 / 10),
  NOW,
  Bytes.fromUint8Array(new Uint8Array(3)),
  new GeoPoint(1, 2),
];

interface Kind {
  name: string;
  path: (uid: string) => string;
  whole: DocumentData;
  /** Paths of fields in nested maps. They are tested in addition to the top-level fields. */
  nested?: readonly string[];
  /** Fields that an update writes onto `whole`. */
  update?: DocumentData;
  /** Returns why the stored document cannot be read as written; null if it can. */
  complaint: (stored: DocumentData) => string | null;
}

const alertComplaint = (stored: DocumentData) => {
  const alert = readAlert('000', stored);
  if (alert === null) return 'no alert';
  const excluded = Object.keys((stored['excluded'] as object | undefined) ?? {});
  if (Object.keys(alert.excludedAtMs ?? {}).length !== excluded.length) return 'excluded is lost';
  const isEndLost = stored['pausedUntil'] !== undefined && alert.pausedUntilMs === undefined;
  if (isEndLost) return 'pausedUntil is lost';
  const isLost = (name: 'paused' | 'spoken' | 'onlyAbout' | 'lastMatch' | 'language' | 'mail') =>
    stored[name] !== undefined && alert[name] === undefined;
  const lost = (['paused', 'spoken', 'onlyAbout', 'lastMatch', 'language', 'mail'] as const).filter(
    isLost,
  );
  return lost.length === 0 ? null : `${lost.join(', ')} is lost`;
};

const ALERT = { keyword: 'graphs -ads', language: 1, createdAt: NOW };
const inAlerts = (uid: string) => `users/${uid}/alerts/000`;

const KINDS: readonly Kind[] = [
  {
    name: 'a new alert',
    path: inAlerts,
    complaint: alertComplaint,
    whole: { ...ALERT, spoken: false, onlyAbout: true, mail: false },
  },
  {
    name: 'a restored alert',
    path: inAlerts,
    complaint: alertComplaint,
    whole: {
      keyword: 'graphs -ads',
      language: 1,
      spoken: true,
      onlyAbout: false,
      mail: false,
      paused: true,
      pausedUntil: SOON,
      createdAt: PAST,
      resumedAt: PAST,
      changedAt: NOW,
      lastMatch: { at: PAST, episodes: 3 },
    },
    nested: ['lastMatch.at', 'lastMatch.episodes'],
  },
  ...[
    { paused: true },
    { paused: true, pausedUntil: SOON },
    { paused: false, resumedAt: NOW },
    { spoken: true, changedAt: NOW },
    { mail: false, changedAt: NOW },
    { keyword: 'graphs', language: 1, excluded: { ads: NOW }, changedAt: NOW },
  ].map((update) => ({
    name: `an alert with ${Object.keys(update).join(', ')} written`,
    path: inAlerts,
    whole: ALERT,
    update,
    complaint: alertComplaint,
    ...('excluded' in update && { nested: ['excluded.ads'] }),
  })),
  {
    name: 'a bookmark',
    path: (uid: string) => `users/${uid}/bookmarks/000`,
    whole: {
      episodeId: 'https://a.example/1',
      title: 'On graphs',
      link: 'https://a.example/1',
      podcast: 'Data',
      publisher: '',
      image: '',
      description: '',
      pub_date_ms: 5,
      audio: 'https://a.example/1.mp3',
      duration_s: 60,
      createdAt: PAST,
    },
    complaint: (stored) => {
      const read = bookmarkSchema.safeParse({ ...withMillis(stored), id: '000' });
      return read.success ? null : read.error.message;
    },
  },
  {
    name: 'the time until when all is read',
    path: (uid: string) => `users/${uid}`,
    whole: { ...DEFAULT_PREFERENCES, updatedAt: NOW },
    update: { seenAt: NOW },
    complaint: (stored) => (stored['seenAt'] instanceof Timestamp ? null : 'the time is lost'),
  },
  {
    name: 'preferences',
    path: (uid: string) => `users/${uid}`,
    whole: {
      cadence: 'daily',
      hour: 8,
      weekday: 1,
      timeZone: 'Europe/Berlin',
      updatedAt: NOW,
      resumedAt: NOW,
    },
    complaint: (stored) => {
      const read: Record<string, unknown> = preferencesSchema.parse(withMillis(stored));
      // The rules have no list of time zones, so an unknown time zone is the only value that they cannot refuse.
      const lost = Object.keys(newPreferencesSchema.shape).filter(
        (name) => name !== 'timeZone' && read[name] !== stored[name],
      );
      return lost.length === 0 ? null : `${lost.join(', ')} is lost`;
    },
  },
];

let lab: RulesLab;

beforeAll(async () => {
  lab = openRulesLab();
  await lab.use(RULES);
});

afterAll(() => lab.close());

/** Writes a document. Returns the stored document, or null if the rules deny the write. */
async function written(kind: Kind, fields: DocumentData, uid: string) {
  let stored: DocumentData | undefined;
  const judged = await lab.judge({
    policy: '',
    sentence: '',
    caller: { uid },
    verdict: 'allowed',
    seeds: [],
    ask: async (store: Firestore) => {
      const document = doc(store, kind.path(uid));
      if (kind.update !== undefined) await setDoc(document, kind.whole);
      await (kind.update === undefined ? setDoc(document, fields) : updateDoc(document, fields));
      stored = (await getDoc(document)).data();
    },
  });
  return judged === 'allowed' ? (stored ?? {}) : null;
}

function* variants(kind: Kind): Generator<{ change: string; fields: DocumentData }> {
  const base = kind.update ?? kind.whole;
  for (const name of [...Object.keys(base), ...(kind.nested ?? [])]) {
    for (const [at, value] of ODD_VALUES.entries()) {
      const [outer = '', inner] = name.split('.');
      const whole = base[outer] as object;
      const field = inner === undefined ? value : { ...whole, [inner]: value };
      yield {
        change: `${name}: odd value ${at} (${String(value)})`,
        fields: { ...base, [outer]: field },
      };
    }
  }
}

test.each(KINDS)('reads $name whatever the rules accept', { timeout: 120_000 }, async (kind) => {
  expect(await written(kind, kind.update ?? kind.whole, `whole ${kind.name}`)).not.toBeNull();
  const complaints: string[] = [];
  let accepted = 0;
  let at = 0;
  const all = [...variants(kind)];
  const worker = async () => {
    for (let next = all[at++]; next !== undefined; next = all[at++]) {
      const stored = await written(kind, next.fields, `odd ${at} ${kind.name}`).catch(() => null);
      if (stored === null) continue;
      accepted += 1;
      const complaint = kind.complaint(stored);
      if (complaint !== null) complaints.push(`${next.change}: ${complaint}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(complaints).toEqual([]);
  expect(accepted).toBeGreaterThan(0);
});
