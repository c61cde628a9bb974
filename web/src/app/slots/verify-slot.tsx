import { useSession } from '#shared/session/use-session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';

const VerifyHint = lazyNamed(
  () => import('#features/account/verification/verify-hint.tsx'),
  'VerifyHint',
);

/** Asks people whose address is not verified to verify it; keeps the room for that while it loads. */
export function VerifySlot() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.emailVerified) return null;
  return (
    <QuietBoundary fallback={<div className="min-h-33 sm:min-h-14" />}>
      <VerifyHint email={session.user.email} />
    </QuietBoundary>
  );
}
