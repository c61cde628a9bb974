import pLimit, { type LimitFunction } from 'p-limit';
import {
  type FeedFailure,
  type FeedFetch,
  type FeedValidators,
  NO_VALIDATORS,
  type TranscriptSource,
} from '../feeds/feed-model.ts';
import type { AwaitedFiles } from '../catalogue/store/attachments-store.ts';
import {
  type AwaitedAttachment,
  READ,
  type AttachmentRecord,
} from '../catalogue/store/attachment-record.ts';
import { DAY_MS, MINUTE_MS } from '../contract/index.ts';
import { log } from '../platform/log.ts';

const FIRST_PAUSE_MS = 15 * MINUTE_MS;
const MAX_PAUSE_MS = DAY_MS;
/** Retries end this long after a file was first wanted, because transcripts may appear days after an episode. */
const RETRY_FOR_MS = 7 * DAY_MS;

/** Epoch milliseconds. Null if the file is gone (410) or its retries have ended. */
export function nextAttempt(
  failure: Pick<FeedFailure, 'retryAfterMs'> & { code: string },
  { tries, wantedAtMs }: { tries: number; wantedAtMs: number },
  now: number,
): number | null {
  if (failure.code === 'gone') return null;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), MAX_PAUSE_MS);
  const next = now + Math.max(pause, failure.retryAfterMs ?? 0);
  return next > wantedAtMs + RETRY_FOR_MS ? null : next;
}

const CONCURRENCY = 4;
const CONCURRENCY_PER_HOST = 2;

export interface FileKind<Content> {
  name: 'transcript' | 'chapters';
  awaited: (now: number, wanted: AwaitedFiles) => Promise<AwaitedAttachment[]>;
  fetch: (url: string, validators: FeedValidators, signal: AbortSignal) => Promise<FeedFetch>;
  read: (
    bytes: Uint8Array,
    contentType: string | null,
    awaited: Pick<AwaitedAttachment, 'durationSeconds'>,
  ) => FileReading<Content>;
  /** `content` is null if nothing was read. A file that is requested again may have content, too. */
  record: (episodeId: number, record: AttachmentRecord, content: Content | null) => Promise<void>;
}

export type FileReading<Content> =
  | {
      kind: 'read';
      content: Content;
      /** Set if the file is requested again although it was read. */
      notYet?: string;
    }
  | { kind: 'refused'; code: string };

export interface FileBudget {
  count: number;
  bytes: number;
  timeMs: number;
}

export interface FileReport {
  due: number;
  read: number;
  refused: Record<string, number>;
}

type Attempt<Content> =
  | { kind: 'read'; content: Content; notYet: string | null; validators: FeedValidators }
  | { kind: 'unchanged' }
  | { kind: 'failed'; code: string; retryAfterMs?: number; validators: FeedValidators };

/** Records failures in the report and the catalogue. Rejects only if the catalogue fails. */
export async function readAttachments<Content>(
  kind: FileKind<Content>,
  { now, everyOne = false, signal, budget }: ReadingOptions & { budget: FileBudget },
): Promise<FileReport> {
  const due = await kind.awaited(now, { everyOne, limit: budget.count });
  const report: FileReport = { due: due.length, read: 0, refused: {} };
  // A budget of 0 ms aborts at once, because a timeout of 0 ms may fire only after the first fetch.
  const late = budget.timeMs > 0 ? AbortSignal.timeout(budget.timeMs) : AbortSignal.abort();
  const stopped = signal === undefined ? late : AbortSignal.any([late, signal]);
  const isStopped = () => stopped.aborted;
  const unread = createUnreadLog(kind.name);
  let bytes = 0;
  const attemptOne: AttemptOne<Content> = async ({ url, type }, validators, awaited) => {
    const fetched = await kind.fetch(url, validators, stopped);
    if (fetched.kind === 'fetched') bytes += fetched.bytes.length;
    return judge(fetched, (received, contentType) =>
      kind.read(received, contentType ?? type, awaited),
    );
  };

  async function readOne(awaited: AwaitedAttachment): Promise<void> {
    if (isStopped() || bytes >= budget.bytes) return;
    const attempt = await attemptAll(awaited, attemptOne);
    // An aborted fetch says nothing about the host.
    if (isStopped() && attempt.kind === 'failed') return;
    if (isRead(attempt)) report.read += 1;
    else {
      const code = failureOf(attempt, awaited).code;
      report.refused[code] = (report.refused[code] ?? 0) + 1;
      unread.add(awaited, code);
    }
    await record(kind, awaited, attempt, now);
  }

  const inAll = pLimit(CONCURRENCY);
  const perHost = new Map<string, LimitFunction>();
  await Promise.all(
    due.map((awaited) => {
      const host = hostOf(awaited);
      const limit = perHost.get(host) ?? pLimit(CONCURRENCY_PER_HOST);
      perHost.set(host, limit);
      return limit(() => inAll(() => readOne(awaited)));
    }),
  );
  unread.write();
  return report;
}

function hostOf({ sources }: Pick<AwaitedAttachment, 'sources'>): string {
  return new URL(sources[0]?.url ?? 'http://none').host;
}

/** Logs no addresses, because they may contain a subscriber's key. */
function createUnreadLog(file: FileKind<unknown>['name']) {
  const unread = new Map<string, { host: string; code: string; files: number }>();
  return {
    add(awaited: AwaitedAttachment, code: string): void {
      const host = hostOf(awaited);
      const known = unread.get(`${host} ${code}`) ?? { host, code, files: 0 };
      unread.set(`${host} ${code}`, { ...known, files: known.files + 1 });
    },
    write(): void {
      for (const each of unread.values()) log('warn', 'file-not-read', { file, ...each });
    },
  };
}

export interface ReadingOptions {
  now: number;
  /** If true, also reads files that are not due yet, and files whose retries have ended. */
  everyOne?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

type AttemptOne<Content> = (
  source: TranscriptSource,
  validators: FeedValidators,
  awaited: AwaitedAttachment,
) => Promise<Attempt<Content>>;

async function attemptAll<Content>(
  awaited: AwaitedAttachment,
  attemptOne: AttemptOne<Content>,
): Promise<Attempt<Content>> {
  const { sources, validators } = awaited;
  let first: Attempt<Content> | undefined;
  for (const source of sources) {
    const attempt = await attemptOne(
      source,
      first === undefined ? validators : NO_VALIDATORS,
      awaited,
    );
    if (isRead(attempt)) return attempt;
    if (first?.kind !== 'read') first = attempt.kind === 'read' ? attempt : (first ?? attempt);
  }
  return first ?? { kind: 'failed', code: 'unreachable', validators: NO_VALIDATORS };
}

function judge<Content>(
  fetched: FeedFetch,
  read: (bytes: Uint8Array, contentType: string | null) => FileReading<Content>,
): Attempt<Content> {
  if (fetched.kind === 'unchanged') return fetched;
  if (fetched.kind === 'refused') return { ...fetched, kind: 'failed', validators: NO_VALIDATORS };
  const reading = read(fetched.bytes, fetched.contentType);
  const { validators } = fetched;
  if (reading.kind === 'refused') return { kind: 'failed', code: reading.code, validators };
  return { kind: 'read', content: reading.content, notYet: reading.notYet ?? null, validators };
}

async function record<Content>(
  kind: FileKind<Content>,
  { episodeId, ...known }: AwaitedAttachment,
  attempt: Attempt<Content>,
  now: number,
): Promise<void> {
  if (isRead(attempt)) {
    const done = { tries: 0, triedAtMs: now, nextTryAtMs: null, outcome: READ };
    const read = { ...known, ...done, validators: NO_VALIDATORS };
    await kind.record(episodeId, read, attempt.content);
    return;
  }
  const tries = known.tries + 1;
  const failure = failureOf(attempt, known);
  const nextTryAtMs = nextAttempt(failure, { tries, wantedAtMs: known.wantedAtMs }, now);
  const validators = attempt.kind === 'unchanged' ? known.validators : attempt.validators;
  const failed = { tries, triedAtMs: now, nextTryAtMs, outcome: failure.code, validators };
  await kind.record(
    episodeId,
    { ...known, ...failed },
    attempt.kind === 'read' ? attempt.content : null,
  );
}

function isRead<Content>(
  attempt: Attempt<Content>,
): attempt is Extract<Attempt<Content>, { kind: 'read' }> & { notYet: null } {
  return attempt.kind === 'read' && attempt.notYet === null;
}

function failureOf(
  attempt: Attempt<unknown>,
  { outcome }: Pick<AttachmentRecord, 'outcome'>,
): { code: string; retryAfterMs?: number } {
  if (attempt.kind === 'failed') return attempt;
  const code = attempt.kind === 'read' ? attempt.notYet : outcome;
  return { code: code ?? 'unchanged' };
}
