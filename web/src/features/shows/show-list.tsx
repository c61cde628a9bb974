import { type FollowedShow, showPath } from 'functions/contract';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { withDeleted } from '#shared/data/member/with-deleted.ts';
import { useDeleted } from '#shared/data/hooks/use-deleted.ts';
import { dayText, shortDate } from '#shared/text/dates.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { UndoRow } from '#shared/ui/undo-row.tsx';
import { followOne } from './follow-one.ts';
import { ShowRow } from './show-row.tsx';
import { useCall } from '#shared/data/hooks/use-call.ts';

type Listed = FollowedShow & { createdAtMs: number };

export function ShowList({ shows }: { shows: readonly FollowedShow[] }) {
  const stop = useCall('Failed to stop following. Please try again.');
  const undo = useCall('Failed to follow the show again. Please try again.');
  const { deleted, note, confirm, forget } = useDeleted<Listed>();
  /** The last restored show, which gets the focus. */
  const [back, setBack] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const busy = stop.busy || undo.busy;
  const items = shows.map((show) => ({ ...show, createdAtMs: show.followedAtMs }));

  function remove(show: Listed) {
    const row = list.current?.querySelector<HTMLElement>(`[data-show="${show.id}"]`);
    setBack('');
    undo.forget();
    stop.run(async ({ unfollowShow }) => {
      await unfollowShow(show.id);
      note(show, row?.offsetHeight);
      confirm(show);
    });
  }

  function restore(show: Listed) {
    setBack(show.id);
    stop.forget();
    undo.run(async (calls) => {
      await followOne(calls, show.feedUrl);
      forget(show);
    });
  }

  return (
    <>
      <FailureNotice text={stop.failure || undo.failure} />
      <ul ref={list} className="divide-y divide-line empty:hidden">
        {withDeleted(items, deleted).map(({ item: show, height, pending = false }) =>
          height === undefined ? (
            <li
              key={show.id}
              data-show={show.id}
              ref={show.id === back ? takeLostFocus : undefined}
              tabIndex={-1}
            >
              <ShowRow
                show={show}
                isPublic={show.isPublic === true}
                page={show.isPublic === true ? showPath(show.id) : undefined}
                fact={`since ${dayText(show.followedAtMs)}`}
                problem={problemOf(show)}
                action={
                  <IconButton
                    label={`Stop following ${show.title}`}
                    tip="Stop following"
                    removes
                    disabled={busy}
                    onClick={() => remove(show)}
                  >
                    <X aria-hidden className="size-5" strokeWidth={1.75} />
                  </IconButton>
                }
              />
            </li>
          ) : (
            <li key={`stopped ${show.id}`}>
              <UndoRow
                text={`You no longer follow “${show.title}”.`}
                minHeight={height}
                pending={pending}
                busy={busy}
                onUndo={() => restore(show)}
                className="pr-14"
              />
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function problemOf({ failure, failingSinceMs }: FollowedShow): string | undefined {
  if (failingSinceMs === undefined) return failure;
  return `Since ${shortDate(failingSinceMs)}: ${failure ?? 'The feed cannot be read.'}`;
}
