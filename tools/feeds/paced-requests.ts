import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../../functions/src/contract/index.ts';
import { NO_VALIDATORS } from '../../functions/src/feeds/feed-model.ts';
import { parseJson } from '../../functions/src/platform/parse-json.ts';
import { duration } from '../status/status-text.ts';
import { fetchGuarded } from './fetch-guarded.ts';

const EVERY_MS = 1000;
const REMEMBERED_MS = DAY_MS;
const MAX_FAILURES_IN_A_ROW = 3;
const UNSAID_WAIT_MS = 10 * MINUTE_MS;

const entrySchema = z.object({
  id: z.string().optional(),
  feedUrl: z.string().optional(),
  collectionName: z.string().optional(),
});

/** What is remembered of a show in an answer. */
export type AppleEntry = z.infer<typeof entrySchema>;

export interface PacedRequests {
  /** Returns null if there is no answer, `read` returns null, or the requests have stopped. */
  ask: (
    url: string,
    maxBytes: number,
    read: (answer: unknown) => AppleEntry[] | null,
  ) => Promise<AppleEntry[] | null>;
  lastFailure: () => string;
  /** A sentence after the host asked to wait, or after three failures in a row; otherwise null. */
  stopped: () => string | null;
}

interface Pace {
  /** A file with a line for each answer of the last day, so that a stopped run goes on where it was. */
  memory: string;
  now: () => number;
  pause: (ms: number) => Promise<void>;
  onRequest: (url: string) => void;
}

/** Sends one request a second, and remembers answers for a day. */
export function paceRequests({ memory, now, pause, onRequest }: Pace): PacedRequests {
  const answers = remembered(memory, now());
  let nextAtMs = 0;
  let failures = 0;
  let failure = '';
  let stopped: string | null = null;

  async function fetchJson(url: string, maxBytes: number): Promise<unknown> {
    const waitMs = nextAtMs - now();
    if (waitMs > 0) await pause(Math.min(waitMs, EVERY_MS));
    nextAtMs = now() + EVERY_MS;
    onRequest(url);
    const fetched = await fetchGuarded(url, NO_VALIDATORS, undefined, {
      accept: 'application/json',
      maxBytes,
    });
    failure = fetched.kind === 'refused' ? fetched.message : 'The answer cannot be read.';
    if (fetched.kind === 'refused' && fetched.code === 'asked-to-wait')
      stopped = `${failure} Wait ${duration(fetched.retryAfterMs ?? UNSAID_WAIT_MS)}.`;
    return fetched.kind === 'fetched' ? parseJson(fetched.bytes) : undefined;
  }

  return {
    async ask(url, maxBytes, read) {
      if (stopped !== null) return null;
      const known = answers.get(url);
      if (known !== undefined) return known;
      const entries = read(await fetchJson(url, maxBytes));
      failures = entries === null ? failures + 1 : 0;
      if (entries !== null) remember(memory, { url, atMs: now(), entries });
      else if (failures === MAX_FAILURES_IN_A_ROW)
        stopped ??= `${failure} That was the third failure in a row. Wait ${duration(UNSAID_WAIT_MS)}.`;
      return entries;
    },
    lastFailure: () => failure,
    stopped: () => stopped,
  };
}

const lineSchema = z.object({ url: z.string(), atMs: z.number(), entries: z.array(entrySchema) });

/** Also drops older answers from the file, and lines that a crash cut. */
function remembered(file: string, now: number): Map<string, AppleEntry[]> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const answers = lines.flatMap((line) => {
    const read = lineSchema.safeParse(parseJson(line));
    return read.success && Math.abs(now - read.data.atMs) < REMEMBERED_MS ? [read.data] : [];
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  return new Map(answers.map(({ url, entries }) => [url, entries]));
}

function remember(file: string, answer: z.infer<typeof lineSchema>): void {
  appendFileSync(file, `${JSON.stringify(answer)}\n`);
}
