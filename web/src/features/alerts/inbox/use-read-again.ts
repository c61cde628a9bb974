import { MINUTE_MS, type StoredMatch } from 'functions/contract';
import { type Dispatch, type SetStateAction, useEffect } from 'react';
import type { MatchCursor, MemberData } from '#shared/data/member/member-data.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';

/** The pages of matches that were read once. */
export interface ReadMatches {
  alert: string;
  /** Newest first, those of the live page included. */
  matches: readonly StoredMatch[];
  next: MatchCursor | null;
  readAtMs: number;
}

/** Reads the page after these matches. */
export async function readOlder(
  data: MemberData,
  { alert, matches, next }: Omit<ReadMatches, 'readAtMs'>,
): Promise<ReadMatches> {
  const older = await data.readMatches(next, alert);
  const all = [...matches, ...older.matches];
  return { alert, matches: all, next: older.next, readAtMs: Date.now() };
}

/**
 * Reads older pages again when the person comes back to the page, because another device may have opened some of their
 * matches. At most once a minute, since each page costs 50 reads.
 */
export function useReadAgain(
  read: ReadMatches | null,
  setRead: Dispatch<SetStateAction<ReadMatches | null>>,
): void {
  const data = useMemberData();
  useEffect(() => {
    if (read === null) return;
    const comeBack = () => {
      if (document.visibilityState === 'hidden' || Date.now() - read.readAtMs < MINUTE_MS) return;
      readSame(data, read).then(
        (now) => setRead((before) => (before === read ? now : before)),
        // What was read before stays.
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [data, read, setRead]);
}

/** Reads as many matches as before, or a few more. */
async function readSame(
  data: MemberData,
  { alert, matches: { length } }: ReadMatches,
): Promise<ReadMatches> {
  let page = await data.readMatches(null, alert);
  const matches = [...page.matches];
  while (page.next !== null && matches.length < length) {
    page = await data.readMatches(page.next, alert);
    matches.push(...page.matches);
  }
  return { alert, matches, next: page.next, readAtMs: Date.now() };
}
