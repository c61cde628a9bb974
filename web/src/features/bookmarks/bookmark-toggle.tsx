import { clsx } from 'clsx';
import { type Episode, episodeKey, toBookmark } from 'functions/contract';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { MemberArea } from '#shared/member/member-area.tsx';
import { useMemberData } from '#shared/member/member-data-context.ts';
import { useBookmarks } from '#shared/member/use-bookmarks.ts';
import { withinReach } from '#shared/member/within-reach.ts';
import { reportQuietly } from '#shared/report.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { bookmarkIds } from './bookmark-ids.ts';

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
  const savedId = bookmarks.status === 'ready' ? bookmarkIds(bookmarks.items).get(key) : undefined;
  const saved = savedId !== undefined;

  function toggle() {
    if (!bookmark) return;
    setBusy(true);
    const write = saved ? data.removeBookmark(savedId) : data.addBookmark(bookmark);
    void withinReach(write)
      .catch(reportQuietly)
      .finally(() => setBusy(false));
  }

  return (
    <IconButton
      label={`Bookmark ${episode.title}`}
      tip={saved ? 'Remove bookmark' : 'Bookmark'}
      aria-pressed={saved}
      disabled={busy || bookmarks.status !== 'ready'}
      onClick={toggle}
    >
      <Bookmark
        aria-hidden
        className={clsx('size-5', saved && 'fill-accent text-link')}
        strokeWidth={1.75}
      />
    </IconButton>
  );
}
