import { MemberArea } from '#shared/data/member-area.tsx';
import { useNews } from './use-news.ts';

const MAX_SHOWN = 99;

interface UnreadCountProps {
  /** True if the page shows the news. */
  isHome: boolean;
  className?: string;
}

/** Renders nothing if there are no unread matches. */
export function UnreadCount(props: UnreadCountProps) {
  return (
    <MemberArea>
      <Count {...props} />
    </MemberArea>
  );
}

function Count({ isHome, className = '' }: UnreadCountProps) {
  const live = useNews(isHome);
  if (live.status !== 'ready' || live.unread === 0) return null;
  const { unread } = live;
  return (
    <span
      className={`relative min-w-5 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-bold text-on-accent tabular-nums ${className}`}
    >
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
      <span className="sr-only"> new</span>
    </span>
  );
}
