import { MemberArea } from '#shared/data/member-area.tsx';
import { NoticeVerification } from '#shared/data/notice-verification.tsx';
import { useKeys } from '#shared/data/hooks/use-live-list.ts';
import { useAnchor } from '#shared/page/use-anchor.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { KeysSection } from './keys-section.tsx';

const FAILED = <FailureNotice text="Your keys cannot be loaded right now." />;

/** The target of links to `#keys`. */
export function KeysArea() {
  return (
    <MemberArea failed={FAILED} fallback={<Room />}>
      <NoticeVerification />
      <Keys />
    </MemberArea>
  );
}

function Keys() {
  const keys = useKeys();
  useAnchor('keys', keys.status !== 'loading');
  if (keys.status === 'loading') return <Room />;
  if (keys.status === 'failed') return FAILED;
  return <KeysSection keys={keys.items} />;
}

function Room() {
  return <div role="status" aria-label="Loading keys" className="min-h-40" />;
}
