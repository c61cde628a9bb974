import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { alertFields } from '../../contract/index.ts';
import type { ActiveAlert } from '../alert-record.ts';
import type { Operations } from '../match/alert-source.ts';
import type { Digest, DigestSection } from './digest.ts';
import { formerMatchesOf, readFormerPending } from './former-pending.ts';
import {
  MAX_WAITING_READ,
  readWaiting,
  type Waiting,
  WAITING_FIELDS,
  type WaitingCount,
  type WaitingMatch,
  waitsIn,
} from './waiting.ts';

interface StoredWaiting {
  waiting: Waiting;
  alertIds: ReadonlySet<string>;
  /** True if a document of version 1.1 becomes matches. */
  isFormer: boolean;
  /** Writes that these matches no longer wait. Matches of version 1.1 that are not taken begin to wait. */
  take: (decided: Taken, alerts: ReadonlyMap<string, ActiveAlert>) => void;
}

/** Ids of matches. */
interface Taken {
  taken: readonly string[];
  unwanted?: readonly string[];
}

interface PutBack {
  sections: readonly DigestSection[];
  destination: string;
  /** True if the receiver refused the titles that the sections show. */
  isPlain: boolean;
}

/** Which matches of `users/{uid}/matches` a digest or a message takes, and which wait again. */
export function waitingMatches(firestore: Firestore, operations: Operations) {
  const matchesOf = (uid: string) => firestore.collection(`users/${uid}/matches`);

  async function waitingFor(
    transaction: Transaction,
    uid: string,
    { destination, former }: { destination: string; former: Record<string, unknown> | undefined },
  ): Promise<StoredWaiting> {
    const { docs, size } = await transaction.get(
      matchesOf(uid)
        .where('waiting', 'array-contains', destination)
        .orderBy('foundAt', 'desc')
        .limit(MAX_WAITING_READ)
        .select(...WAITING_FIELDS),
    );
    operations.reads += Math.max(1, size);
    const stored = new Map(docs.map((document) => [document.id, document]));
    const found = docs.flatMap(
      (document) => readWaiting(document.id, document.data(), destination) ?? [],
    );
    const restored = readFormerPending(former, destination, Date.now());
    const added = {
      matches: restored.matches.filter(({ episode }) => !stored.has(episode.match)),
      counts: restored.counts.filter(({ id }) => !stored.has(id)),
    };
    const matches = [...found.filter(isMatch), ...added.matches];
    const counts = [...found.flatMap((each) => (isMatch(each) ? [] : each)), ...added.counts];
    return {
      waiting: { matches, counts, isAll: size < MAX_WAITING_READ },
      alertIds: new Set([...matches, ...counts].map(({ alertId }) => alertId)),
      isFormer: restored.matches.length + restored.counts.length > 0,
      take(decided, alerts) {
        const [taken, unwanted] = [new Set(decided.taken), new Set(decided.unwanted)];
        for (const [id, document] of stored) {
          if (!taken.has(id)) continue;
          operations.writes += 1;
          transaction.update(document.ref, {
            waiting: FieldValue.arrayRemove(destination),
            ...(unwanted.has(id) && { unwantedBy: FieldValue.arrayUnion(destination) }),
            ...withoutCount(document, destination),
          });
        }
        for (const each of [...added.matches, ...added.counts]) {
          const id = idOf(each);
          const alert = alerts.get(each.alertId);
          operations.writes += 1;
          const isTaken = taken.has(id);
          transaction.set(
            matchesOf(uid).doc(id),
            {
              ...(alert && { query: alertFields(alert) }),
              ...each.fields,
              ...(isTaken && 'waits' in each.fields && { waits: {} }),
              waiting: isTaken
                ? FieldValue.arrayRemove(destination)
                : FieldValue.arrayUnion(destination),
            },
            { merge: true },
          );
        }
      },
    };
  }

  /** Reads the matches of sections that were not sent, and returns what writes that they wait again. */
  async function waitingAgain(
    transaction: Transaction,
    uid: string,
    digest: Digest,
    { sections, destination, isPlain }: PutBack,
  ): Promise<() => void> {
    const own = sections.filter(({ matches }) => matches !== undefined);
    const refused = new Set(
      isPlain ? sections.flatMap(({ episodes }) => episodes.map(({ match }) => match)) : [],
    );
    const counts = new Map(own.flatMap((section) => Object.entries(section.counts ?? {})));
    const ids = [...new Set([...own.flatMap(({ matches = [] }) => matches), ...counts.keys()])];
    const documents = ids.map((id) => matchesOf(uid).doc(id));
    // Without texts, because a digest may have thousands of matches.
    const fields = { fieldMask: ['waits'] };
    const stored = documents.length === 0 ? [] : await transaction.getAll(...documents, fields);
    operations.reads += ids.length;
    const former = sections
      .filter(({ matches }) => matches === undefined)
      .map((section) =>
        formerMatchesOf(section, { ...digest, destination }, { isPlain, nowMs: Date.now() }),
      );
    return () => {
      for (const document of stored) {
        // A person may have deleted the match.
        if (!document.exists) continue;
        const count = counts.get(document.id);
        const waits = waitsIn(document.get('waits'));
        transaction.update(document.ref, {
          waiting: FieldValue.arrayUnion(destination),
          ...(count !== undefined && {
            waits: { ...waits, [destination]: (waits[destination] ?? 0) + count },
          }),
          ...(refused.has(document.id) && { 'facts.isRefused': true }),
        });
      }
      for (const each of former.flatMap(({ matches, counts }) => [...matches, ...counts])) {
        const fields = { ...each.fields, waiting: FieldValue.arrayUnion(destination) };
        transaction.set(matchesOf(uid).doc(idOf(each)), fields, { merge: true });
      }
    };
  }

  return { waitingFor, waitingAgain };
}

function isMatch(each: WaitingMatch | WaitingCount): each is WaitingMatch {
  return 'episode' in each;
}

function idOf(each: WaitingMatch | WaitingCount): string {
  return isMatch(each) ? each.episode.match : each.id;
}

function withoutCount(document: DocumentSnapshot, destination: string) {
  const waits = waitsIn(document.get('waits'));
  if (waits[destination] === undefined) return {};
  return {
    waits: Object.fromEntries(Object.entries(waits).filter(([name]) => name !== destination)),
  };
}
