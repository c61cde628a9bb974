import { useEffect } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import { useSession } from '#shared/data/session/session-store.ts';
import { usePerson } from './hooks/use-live-list.ts';

/** The person whose address was reported in this session, so that it is reported only once. */
let confirmedUid: string | undefined;

/**
 * Reports a newly verified address, after which the server deletes what was created before verification.
 * Ignores errors, because the next page retries, and the server checks again before a key or a channel works.
 * Requires a `MemberArea`.
 */
export function NoticeVerification() {
  const session = useSession();
  const live = usePerson();
  const uid =
    session.status === 'signed-in' && session.user.emailVerified ? session.user.uid : undefined;
  const isNew = live.status === 'ready' && live.person.verifiedAtMs === null;
  useEffect(() => {
    if (!isNew || uid === undefined || confirmedUid === uid) return;
    confirmedUid = uid;
    loadPart(() => import('#shared/data/account-calls.ts'))
      .then(({ confirmAddress }) => confirmAddress())
      .catch(() => (confirmedUid = undefined));
  }, [isNew, uid]);
  return null;
}
