import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { FoundMatch } from './match-store.ts';

/** Each key costs index entries. */
const MAX_KEYS_STORED = 60;

/** The match that has a key. */
export interface Owner {
  id: string;
  words: unknown;
  facts: { id: unknown; podcast: unknown };
  keys: readonly string[];
  /** Destinations that have not had the match. */
  waiting: readonly string[];
  /** Destinations that did not get the match, because the alert's words or options did not find it any more. */
  unwantedBy: readonly string[];
  /** True if it waits again for some of these. */
  waitsAgain?: true;
  /** Podcasts with duplicates of the episode. */
  alsoIn: Set<string>;
  /** The stored ones of `alsoIn`. */
  known?: ReadonlySet<string>;
  /** Set if the same episode was found again, with another query or in a catalogue that was begun anew. */
  again?: FoundMatch;
  /** Keys that the episode got later, for instance with a new title. */
  newKeys?: readonly string[];
}

export function storedOwner(document: DocumentSnapshot): Owner {
  const alsoIn = textsIn(document.get('alsoIn'));
  return {
    id: document.id,
    words: document.get('words'),
    facts: { id: document.get('facts.id'), podcast: document.get('facts.podcast') },
    keys: textsIn(document.get('keys')),
    waiting: textsIn(document.get('waiting')),
    unwantedBy: textsIn(document.get('unwantedBy')),
    alsoIn: new Set(alsoIn),
    known: new Set(alsoIn),
  };
}

export function ownerAmong(owners: ReadonlyMap<string, Owner>, keys: readonly string[]) {
  return keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
}

/**
 * A stored match whose episode was found again gets the episode's new keys, for instance of a new title: duplicates may
 * share only these.
 */
export function addNewKeys(owners: Map<string, Owner>, found: readonly FoundMatch[]): void {
  for (const { id, keys } of found) {
    const owner = ownerAmong(owners, keys);
    if (owner?.id !== id) continue;
    const newKeys = keys.filter((key) => !owner.keys.includes(key));
    if (newKeys.length === 0) continue;
    owner.newKeys = newKeys;
    for (const key of newKeys) if (!owners.has(key)) owners.set(key, owner);
  }
}

/**
 * Brings a match that waits up to date: the plan needs its query, its id in the catalogue and `alsoIn`. One that was
 * unwanted waits again: a text that came later may contain the alert's new words.
 */
export function noteFoundAgain(owner: Owner | undefined, found: FoundMatch): void {
  if (owner === undefined) return;
  const again = owner.unwantedBy.filter((to) => found.to.includes(to));
  if (again.length > 0 && owner.id === found.id && found.isOld !== true) {
    owner.waiting = [...new Set([...owner.waiting, ...again])];
    owner.unwantedBy = owner.unwantedBy.filter((to) => !again.includes(to));
    owner.waitsAgain = true;
  }
  if (owner.waiting.length === 0) return;
  const { id, podcast } = found.facts;
  if (owner.id === found.id) {
    if (owner.words !== found.words || owner.facts.id !== id) owner.again = found;
  } else if (owner.facts.podcast !== podcast && owner.alsoIn.size < MAX_ALSO_IN) {
    owner.alsoIn.add(podcast);
  }
}

export function changesOf(owner: Owner): Record<string, unknown> {
  const { alsoIn, known = new Set(), again, keys, newKeys = [] } = owner;
  const { waitsAgain, waiting, unwantedBy } = owner;
  return {
    ...(waitsAgain && { waiting, unwantedBy }),
    ...(alsoIn.size > known.size && { alsoIn: [...alsoIn] }),
    ...(newKeys.length > 0 && { keys: [...keys, ...newKeys].slice(0, MAX_KEYS_STORED) }),
    ...(again && { ...alertPart(again.alert), words: again.words, 'facts.id': again.facts.id }),
  };
}

export function alertPart(alert: ActiveAlert): DocumentData {
  return { alert: alert.alertId, query: alertFields(alert) };
}

export function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
