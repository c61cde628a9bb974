import { Bookmark, BookmarkX } from 'lucide-react';
import { useState } from 'react';
import type { Bookmark as SavedBookmark } from 'functions/contract';
import { shortDate } from '#shared/text/dates.ts';
import { EpisodeCard } from '#shared/episode/card/episode-card.tsx';
import { EpisodeSkeleton } from '#shared/episode/card/episode-skeleton.tsx';
import { MemberArea } from '#shared/data/member-area.tsx';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { roomText } from '#shared/data/member/room-text.ts';
import { withDeleted } from '#shared/data/member/with-deleted.ts';
import { useBookmarks } from '#shared/data/hooks/use-live-list.ts';
import { useDeleted } from '#shared/data/hooks/use-deleted.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { OutOfReach } from '#shared/data/hooks/within-reach.ts';
import { MemberPage } from '#shared/page/member-page.tsx';
import { MemberTitle } from '#shared/page/member-title.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { UndoRow } from '#shared/ui/undo-row.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { Tips } from '#shared/ui/tips.tsx';

const LOAD_FAILURE = 'Failed to load bookmarks';

const TIPS = [
  'Bookmarks stay even when an episode is too old for the search.',
  'Your bookmarks are the same on every device where you sign in.',
];

export function BookmarksPage() {
  return (
    <MemberPage name="Bookmarked Episodes">
      <MemberArea fallback={<Loading />} failed={<FailureNotice text={LOAD_FAILURE} />}>
        <Bookmarks />
      </MemberArea>
    </MemberPage>
  );
}

function Heading({ count }: { count?: number }) {
  return (
    <MemberTitle>
      Bookmarked Episodes
      {count !== undefined && count > 0 && (
        <span className="ml-3 inline-block rounded-full bg-accent px-3 py-1 align-middle text-sm font-semibold tracking-normal text-on-accent tabular-nums">
          {count}
        </span>
      )}
    </MemberTitle>
  );
}

function Loading() {
  return (
    <>
      <Heading />
      <p role="status" className="sr-only">
        Loading bookmarks
      </p>
      {[0, 1, 2].map((index) => (
        <EpisodeSkeleton key={index} />
      ))}
    </>
  );
}

function Bookmarks() {
  const data = useMemberData();
  const bookmarks = useBookmarks();
  const { busy, failed, failure, run } = useWrite();
  const { deleted, note, confirm, forget } = useDeleted<SavedBookmark>();
  const [action, setAction] = useState<'remove' | 'restore'>('remove');
  /** The last restored bookmark, which gets the focus. */
  const [back, setBack] = useState<SavedBookmark>();
  const [now] = useState(Date.now);
  if (bookmarks.status === 'loading') return <Loading />;
  if (bookmarks.status === 'failed') {
    return (
      <>
        <Heading />
        <FailureNotice text={LOAD_FAILURE} />
      </>
    );
  }
  const { items } = bookmarks;

  function remove(bookmark: SavedBookmark) {
    setAction('remove');
    setBack(undefined);
    note(bookmark);
    run(
      () => data.removeBookmark(bookmark.id),
      () => confirm(bookmark),
    );
  }

  function restore(bookmark: SavedBookmark) {
    setAction('restore');
    setBack(bookmark);
    run(
      () => data.restoreBookmark(bookmark),
      () => forget(bookmark),
    );
  }

  const rows = withDeleted(items, deleted);
  // The undo row already says that the removal waits for the connection.
  const isWaiting = action === 'remove' && failure instanceof OutOfReach;
  const room = roomText('bookmark', items.length);
  return (
    <>
      <Heading count={items.length} />
      {room !== '' && <p className="text-soft">{room}</p>}
      <FailureNotice
        text={failed && !isWaiting ? `Failed to ${action} bookmark. Please try again.` : ''}
      />
      {items.length === 0 && <Empty />}
      {items.length > 0 && <h2 className="sr-only">Episodes, the last bookmarked first</h2>}
      <ul className="space-y-4">
        {rows.map(({ item: bookmark, height, pending = false }) =>
          height === undefined ? (
            <li
              key={bookmark.id}
              ref={bookmark.episodeId === back?.episodeId ? takeLostFocus : undefined}
              tabIndex={-1}
              className="rounded-2xl"
            >
              <EpisodeCard
                episode={bookmark}
                now={now}
                note={`Bookmarked on ${shortDate(bookmark.createdAtMs)}`}
                actions={
                  <IconButton
                    label={`Remove bookmark of ${bookmark.title}`}
                    tip="Remove bookmark"
                    removes
                    disabled={busy}
                    onClick={() => remove(bookmark)}
                  >
                    <BookmarkX aria-hidden className="size-5" strokeWidth={1.75} />
                  </IconButton>
                }
              />
            </li>
          ) : (
            <li key={`removed ${bookmark.id}`}>
              <UndoRow
                text={`Removed “${bookmark.title}”.`}
                pending={pending}
                busy={busy}
                onUndo={() => restore(bookmark)}
                className="rounded-2xl border border-dashed border-field/60 py-4 pr-18 pl-5"
              />
            </li>
          ),
        )}
      </ul>
      {items.length > 0 && <Tips tips={TIPS} heading="h2" />}
    </>
  );
}

function Empty() {
  return (
    <div className="rounded-2xl border border-dashed border-field/60 px-6 py-12 text-center text-soft">
      <Bookmark aria-hidden className="mx-auto size-9" strokeWidth={1.5} />
      <p className="mt-4 font-medium text-ink">No bookmarks yet</p>
      <p className="mt-1 text-balance">
        Search for episodes and press the bookmark icon to keep one.
      </p>
    </div>
  );
}
