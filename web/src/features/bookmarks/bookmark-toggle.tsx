import { clsx } from 'clsx';
import { type Episode, episodeKey, toBookmark } from 'functions/contract';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useMemberData } from '#shared/member/member-data-context.ts';
import { useBookmarks } from '#shared/member/use-bookmarks.ts';
import { withinReach } from '#shared/member/within-reach.ts';
import { reportQuietly } from '#shared/report.ts';

/** Bookmarks an episode, or takes its bookmark away. A failure is only logged. */
export function BookmarkToggle({ episode }: { episode: Episode }) {
  return (
    <MemberArea>
      <Toggle episode={episode} />
    </MemberArea>
  );
}

function Toggle({ episode }: { episode: Episode }) {
  const data = useMemberData();
  const bookmarks = useBookmarks();
  const [busy, setBusy] = useState(false);
  const bookmark = toBookmark(episode);
  if (!bookmark) return null;
  const key = episodeKey(episode);
  const saved =
    bookmarks.status === 'ready'
      ? bookmarks.items.find((item) => item.episodeId === key)
      : undefined;

  function toggle() {
    if (!bookmark) return;
    setBusy(true);
    const write = saved ? data.removeBookmark(saved.id) : data.addBookmark(bookmark);
    void withinReach(write)
      .catch(reportQuietly)
      .finally(() => setBusy(false));
  }

  return (
    <button
      type="button"
      aria-pressed={saved !== undefined}
      aria-label={`Bookmark ${episode.title}`}
      disabled={busy || bookmarks.status !== 'ready'}
      onClick={toggle}
      className="grid size-11 place-items-center rounded-xl text-soft transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50"
    >
      <Bookmark
        aria-hidden
        className={clsx('size-5', saved && 'fill-accent text-link')}
        strokeWidth={1.75}
      />
    </button>
  );
}
