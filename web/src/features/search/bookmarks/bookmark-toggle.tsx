import { clsx } from 'clsx';
import { type Episode, MAX_BOOKMARKS, toBookmark } from 'functions/contract';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { isFull } from '#shared/data/member/room-text.ts';
import { useBookmarks } from '#shared/data/hooks/use-live-list.ts';
import { withinReach } from '#shared/data/hooks/within-reach.ts';
import { numberText } from '#shared/text/number-text.ts';
import { reportQuietly } from '#shared/report.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { bookmarkIds } from './bookmark-ids.ts';

const FULL = `Limit of ${numberText(MAX_BOOKMARKS)} bookmarks reached`;

/** Failures are only logged, not shown. */
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
  const savedId =
    bookmarks.status === 'ready' ? bookmarkIds(bookmarks.items).get(bookmark.episodeId) : undefined;
  const saved = savedId !== undefined;
  const full = !saved && bookmarks.status === 'ready' && isFull('bookmark', bookmarks.items.length);

  function toggle() {
    if (!bookmark || full) return;
    setBusy(true);
    const write = saved ? data.removeBookmark(savedId) : data.addBookmark(bookmark);
    void withinReach(write)
      .catch(reportQuietly)
      .finally(() => setBusy(false));
  }

  return (
    <IconButton
      label={`Bookmark ${episode.title}`}
      tip={saved ? 'Remove bookmark' : full ? FULL : 'Bookmark'}
      aria-pressed={saved}
      aria-disabled={full || undefined}
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
