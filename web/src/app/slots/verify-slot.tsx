import { useSession } from '#shared/session/session-store.ts';
import { latePart } from '#shared/loading/late-part.tsx';

const VerifyHint = latePart(
  () => import('#features/account/verification/verify-hint.tsx'),
  'VerifyHint',
  { fallback: <div className="min-h-33 sm:min-h-14" /> },
);

/** Asks people whose address is not verified to verify it; keeps the room for that while it loads. */
export function VerifySlot() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.emailVerified) return null;
  return <VerifyHint email={session.user.email} />;
}
