import { useEffect } from 'react';
import { loadPart } from '#shared/loading/load-part.ts';
import { useSession } from '#shared/data/session/session-store.ts';
import { usePerson } from './hooks/use-live-list.ts';

/** The person for whom the server was told in this session; it needs to be told once. */
let told: string | undefined;

/**
 * Lets the server notice that an address is verified, which ends what was made before. Errors are ignored: the
 * next page tries again, and the server notices by itself before a key or a channel works. Requires a
 * `MemberArea`.
 */
export function NoticeVerification() {
  const session = useSession();
  const live = usePerson();
  const uid =
    session.status === 'signed-in' && session.user.emailVerified ? session.user.uid : undefined;
  const isNew = live.status === 'ready' && live.person.verifiedAtMs === null;
  useEffect(() => {
    if (!isNew || uid === undefined || told === uid) return;
    told = uid;
    loadPart(() => import('#shared/data/account-calls.ts'))
      .then(({ confirmAddress }) => confirmAddress())
      .catch(() => (told = undefined));
  }, [isNew, uid]);
  return null;
}
