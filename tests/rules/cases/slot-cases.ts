import { doc, type DocumentData, setDoc } from 'firebase/firestore/lite';
import { slotIds } from '../../../functions/src/contract/index.ts';
import type { RuleCase, StoredDocument, Verdict } from './rule-case.ts';
import { sha256 } from './sha256.ts';

/** A slot's path below a person who is unique to the case. */
export function inSlot(collection: string, key: string): string {
  return `users/ada-${sha256(`${collection} ${key}`)}/${collection}/007`;
}

export function ownerOf(path: string): string {
  return path.split('/')[1] ?? '';
}

interface Slots {
  policy: string;
  /** With an article, such as "an alert". */
  what: string;
  collection: string;
  limit: number;
  /** Creates a valid document below `users/{uid}`; a different one for each `key`. */
  example: (key: string) => StoredDocument;
}

export function slotCases({ policy, what, collection, limit, example }: Slots): RuleCase[] {
  const creation = (id: string, verdict: Verdict, named = `the id ${JSON.stringify(id)}`) => {
    const sentence = `${what} under ${named}`;
    const { path, data } = example(sentence);
    const owner = ownerOf(path);
    return creationCase(`${sentence} is ${verdict}`, verdict, owner, `${collection}/${id}`, data);
  };
  const creationCase = (
    sentence: string,
    verdict: Verdict,
    uid: string,
    at: string,
    data: DocumentData,
  ): RuleCase => ({
    policy,
    sentence,
    verdict,
    caller: { uid },
    seeds: [],
    ask: (store) => setDoc(doc(store, `users/${uid}/${at}`), data),
  });

  const taken = example(`${what} in a slot that is taken`);
  const ids = slotIds(limit);
  return [
    ...[ids[0], ids[Math.floor(limit / 2)], ids.at(-1)].map((id = '') => creation(id, 'allowed')),
    ...notSlots(limit).map((id) => creation(id, 'denied')),
    creation('Yk2dXv0b1cQ9aLw3Zr7e', 'denied', 'a random id'),
    creation(sha256(what), 'denied', 'a hash'),
    {
      ...creationCase(
        `${what} in a slot that is taken is denied`,
        'denied',
        ownerOf(taken.path),
        taken.path.split('/').slice(2).join('/'),
        taken.data,
      ),
      seeds: [taken],
    },
  ];
}

function notSlots(limit: number): string[] {
  const last = String(limit - 1);
  return [
    String(limit),
    '00',
    `${last}0`,
    `0${last}`,
    `${last}\n`,
    `a${last.slice(1)}`,
    '-01',
    '٠٠١',
  ];
}
