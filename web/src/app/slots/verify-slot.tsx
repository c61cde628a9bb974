import { useSession } from '#shared/session/use-session.ts';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';

const VerifyHint = lazyNamed(
  () => import('#features/account/verification/verify-hint.tsx'),
  'VerifyHint',
);

/** The hint for those whose address is not verified yet, in the place where it will stand; nothing for others. */
export function VerifySlot() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.emailVerified) return null;
  return (
    <QuietBoundary fallback={<div className="min-h-33 sm:min-h-14" />}>
      <VerifyHint email={session.user.email} />
    </QuietBoundary>
  );
}
