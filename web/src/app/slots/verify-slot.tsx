import { useSession } from '#shared/data/session/session-store.ts';
import { latePart } from '#shared/loading/late-part.tsx';

const VerifyHint = latePart(
  () => import('#features/account/verification/verify-hint.tsx'),
  'VerifyHint',
  { fallback: <div className="min-h-22 sm:min-h-14" /> },
);

/** Reserves space while the part loads. */
export function VerifySlot() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.emailVerified) return null;
  return <VerifyHint email={session.user.email} />;
}
