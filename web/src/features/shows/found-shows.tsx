import type { FoundShow } from 'functions/contract';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { dayText } from '#shared/text/dates.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { followOne } from './follow-one.ts';
import { ShowRow } from './show-row.tsx';
import { useCall } from '#shared/data/hooks/use-call.ts';

interface FoundShowsProps {
  shows: readonly FoundShow[];
  followed: ReadonlySet<string>;
}

export function FoundShows({ shows, followed }: FoundShowsProps) {
  return (
    <ul aria-label="Shows found" className="divide-y divide-line">
      {shows.map((show) => (
        <li key={show.showId}>
          <FoundRow show={show} followed={followed} isOnly={shows.length === 1} />
        </li>
      ))}
    </ul>
  );
}

interface FoundRowProps extends Pick<FoundShowsProps, 'followed'> {
  show: FoundShow;
  isOnly: boolean;
}

function FoundRow({ show, followed, isOnly }: FoundRowProps) {
  const [followedAs, setFollowedAs] = useState(show.showId);
  const { busy, failure, run } = useCall('Failed to follow the show. Please try again.');
  const { title, feedUrl, newestAt } = show;
  const isFollowed = followed.has(show.showId) || followed.has(followedAs);
  return (
    <ShowRow
      show={show}
      isPublic={show.isPublic}
      {...(newestAt !== undefined && { fact: `newest ${dayText(newestAt)}` })}
      action={
        isFollowed ? (
          <p
            role="status"
            className="inline-flex min-h-11 items-center gap-1.5 px-2 text-sm font-semibold text-soft"
          >
            <Check aria-hidden className="size-4" strokeWidth={2} />
            Following<span className="sr-only"> {title}</span>
          </p>
        ) : (
          <Button
            tone={isOnly ? 'accent' : 'plain'}
            className="h-11 px-4 text-[0.9375rem]"
            disabled={busy}
            onClick={() => run(async (calls) => setFollowedAs(await followOne(calls, feedUrl)))}
          >
            Follow<span className="sr-only"> {title}</span>
          </Button>
        )
      }
    >
      <FailureNotice text={failure} />
    </ShowRow>
  );
}
