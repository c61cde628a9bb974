import type { DocumentData, DocumentSnapshot } from 'firebase-admin/firestore';
import { alertFields, MAX_ALSO_IN } from '../../contract/index.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { FoundMatch } from './match-store.ts';

/** The match that has a key. */
export interface Owner {
  id: string;
  words: unknown;
  facts: { id: unknown; podcast: unknown };
  /** Destinations that have not had the match. */
  waiting: readonly string[];
  /** Podcasts with duplicates of the episode. */
  alsoIn: Set<string>;
  /** The stored ones of `alsoIn`. */
  known?: ReadonlySet<string>;
  /** Set if the same episode was found again, with another query or in a catalogue that was begun anew. */
  again?: FoundMatch;
}

export function storedOwner(document: DocumentSnapshot): Owner {
  const alsoIn = textsIn(document.get('alsoIn'));
  return {
    id: document.id,
    words: document.get('words'),
    facts: { id: document.get('facts.id'), podcast: document.get('facts.podcast') },
    waiting: textsIn(document.get('waiting')),
    alsoIn: new Set(alsoIn),
    known: new Set(alsoIn),
  };
}

export function ownerAmong(owners: ReadonlyMap<string, Owner>, keys: readonly string[]) {
  return keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
}

/** Only a match that waits is brought up to date: the plan needs its query, its id in the catalogue and `alsoIn`. */
export function noteFoundAgain(owner: Owner | undefined, found: FoundMatch): void {
  if (owner === undefined || owner.waiting.length === 0) return;
  const { id, podcast } = found.facts;
  if (owner.id === found.id) {
    if (owner.words !== found.words || owner.facts.id !== id) owner.again = found;
  } else if (owner.facts.podcast !== podcast && owner.alsoIn.size < MAX_ALSO_IN) {
    owner.alsoIn.add(podcast);
  }
}

export function changesOf({ alsoIn, known = new Set(), again }: Owner): Record<string, unknown> {
  return {
    ...(alsoIn.size > known.size && { alsoIn: [...alsoIn] }),
    ...(again && { ...alertPart(again.alert), words: again.words, 'facts.id': again.facts.id }),
  };
}

export function alertPart(alert: ActiveAlert): DocumentData {
  return { alert: alert.alertId, query: alertFields(alert) };
}

export function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
