import type { FollowLine, ShowPreviewLine, ShowsPreview } from 'functions/contract';
import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { isFollowed, refusalText } from './follow-one.ts';
import { useCall } from '#shared/data/hooks/use-call.ts';

interface OpmlPreviewProps {
  preview: ShowsPreview;
  name: string;
  followed: ReadonlySet<string>;
  onDone: () => void;
}

/** Initially selects as many shows as the person may still add today. */
export function OpmlPreview({ preview, name, followed, onDone }: OpmlPreviewProps) {
  const { lines, room } = preview;
  const [chosen, setChosen] = useState(() => new Set(lines.flatMap(newFeed).slice(0, room)));
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, FollowLine>>(new Map());
  const { busy, failure, run } = useCall('Failed to follow the shows. Please try again.');
  const known = new Set(lines.flatMap(newFeed));
  const isDone = outcomes.size > 0;

  function choose(feedUrl: string, isChosen: boolean) {
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(feedUrl);
      else after.delete(feedUrl);
      return after;
    });
  }

  function follow() {
    run(async ({ followShows }) => {
      const feedUrls = [...chosen];
      const answered = await followShows(feedUrls);
      // The response about a private feed omits the feed's address, so the feed is identified by the index.
      setOutcomes(new Map(feedUrls.flatMap((url, at) => pair(url, answered.lines[at]))));
    });
  }

  return (
    <section aria-label="Shows in the file" className="rounded-2xl border border-line">
      <div className="px-3 pt-3 sm:px-4">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <p role="status" className="text-sm text-soft">
          {isDone ? doneText([...outcomes.values()]) : foundText(lines.length, known.size, room)}
        </p>
      </div>
      <ul
        // The list is focusable, so that keys scroll it even if nothing can be chosen.
        tabIndex={0}
        aria-label={name}
        className="mt-2 max-h-80 divide-y divide-line overflow-y-auto border-y border-line px-3 sm:px-4"
      >
        {lines.map((line, index) => (
          <li key={index}>
            <Line
              line={line}
              outcome={outcomes.get(line.feedUrl ?? '')}
              isFollowed={line.showId !== undefined && followed.has(line.showId)}
              isChosen={chosen.has(line.feedUrl ?? '')}
              isOpen={!isDone && !busy}
              mayChoose={chosen.size < room}
              onChoose={choose}
            />
          </li>
        ))}
      </ul>
      <div className="space-y-3 p-3 sm:p-4">
        <FailureNotice text={failure} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {!isDone && (
            <Button
              disabled={busy || chosen.size === 0}
              className="h-11 px-5 text-[0.9375rem]"
              onClick={follow}
            >
              {busy ? 'Following…' : followText(chosen.size)}
            </Button>
          )}
          <TextButton className="min-h-11 px-1 text-[0.9375rem]" onClick={onDone}>
            {isDone ? 'Done' : 'Cancel'}
          </TextButton>
        </div>
      </div>
    </section>
  );
}

interface LineProps {
  line: ShowPreviewLine;
  outcome: FollowLine | undefined;
  isFollowed: boolean;
  isChosen: boolean;
  isOpen: boolean;
  /** False if there is no room for another show. */
  mayChoose: boolean;
  onChoose: (feedUrl: string, isChosen: boolean) => void;
}

function Line({ line, outcome, isFollowed: isLive, isChosen, ...rest }: LineProps) {
  const { title, feedUrl } = line;
  const { isOpen, mayChoose, onChoose } = rest;
  const text = outcomeText(line, outcome, isLive);
  if (line.outcome !== 'new' || feedUrl === undefined || !isOpen || text !== '') {
    return (
      <p className="flex min-h-11 flex-col justify-center gap-x-3 py-2 pl-8 text-[0.9375rem] sm:flex-row sm:items-center">
        <span className="line-clamp-2 min-w-0 wrap-anywhere text-soft sm:flex-1">{title}</span>
        <span className="text-sm text-soft sm:max-w-1/2 sm:shrink-0 sm:text-right">{text}</span>
      </p>
    );
  }
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-[0.9375rem]">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isChosen && !mayChoose}
        onChange={(event) => onChoose(feedUrl, event.target.checked)}
        className="size-5 shrink-0 accent-link"
      />
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{title}</span>
    </label>
  );
}

const OUTCOMES: Record<ShowPreviewLine['outcome'], string> = {
  new: '',
  following: 'Following',
  private: 'Private feed',
  invalid: 'Not a podcast feed',
  duplicate: 'Listed twice',
};

function outcomeText(line: ShowPreviewLine, outcome: FollowLine | undefined, isLive: boolean) {
  if (outcome !== undefined) return isFollowed(outcome) ? 'Following' : refusalText(outcome);
  return isLive ? 'Following' : OUTCOMES[line.outcome];
}

function newFeed({ outcome, feedUrl }: ShowPreviewLine): string[] {
  return outcome === 'new' && feedUrl !== undefined ? [feedUrl] : [];
}

function pair(url: string, line: FollowLine | undefined): [string, FollowLine][] {
  return line === undefined ? [] : [[url, line]];
}

function foundText(all: number, fresh: number, room: number): string {
  if (all === 0) return 'This file lists no podcasts.';
  const found = `${all} ${all === 1 ? 'show' : 'shows'}, ${fresh} new.`;
  return fresh > room ? `${found} There is room for ${room} today.` : found;
}

function followText(count: number): string {
  return count === 1 ? 'Follow 1 show' : `Follow ${count} shows`;
}

function doneText(lines: readonly FollowLine[]): string {
  const count = lines.filter(isFollowed).length;
  const others = lines.length - count;
  const done = `You follow ${count} more ${count === 1 ? 'show' : 'shows'}.`;
  return others === 0 ? done : `${done} ${others} could not be added.`;
}
