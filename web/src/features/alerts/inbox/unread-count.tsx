import { useEffect } from 'react';
import { showBadge } from '#shared/page/push-subscription.ts';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useInbox } from './use-inbox.ts';

const MAX_SHOWN = 99;

interface UnreadCountProps {
  className?: string;
}

/**
 * The number of unread matches among the newest page, also at the icon of the installed site. Renders nothing if there
 * are none.
 */
export function UnreadCount(props: UnreadCountProps) {
  return (
    <MemberArea>
      <Count {...props} />
    </MemberArea>
  );
}

function Count({ className = '' }: UnreadCountProps) {
  const inbox = useInbox();
  const count = inbox.status === 'ready' ? inbox.unread : null;
  useEffect(() => {
    if (count !== null) showBadge(count);
  }, [count]);
  if (inbox.status !== 'ready' || inbox.unread === 0) return null;
  const { unread, isMoreUnread } = inbox;
  return (
    <span
      className={`relative min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-bold text-on-accent tabular-nums ${className}`}
    >
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : `${unread}${isMoreUnread ? '+' : ''}`}
      <span className="sr-only"> unread</span>
    </span>
  );
}
