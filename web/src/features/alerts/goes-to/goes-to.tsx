import { CATCH_UP_DAYS } from 'functions/contract';
import { CatchUpBox } from '#shared/ui/catch-up-box.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AddChannelLink } from '#shared/member/add-channel-link.tsx';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { useAlertDestinations } from './destinations-context.tsx';

/** Checkboxes for the destinations of an alert's matches: email and the person's channels. */
export function GoesTo({ alert }: { alert: SavedAlert }) {
  const destinations = useAlertDestinations();
  if (destinations === null) return null;
  const { list, failure, catchUp, setCatchUp } = destinations;
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Goes to</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <span aria-hidden>Goes to:</span>
        {list.map((destination) => (
          <label
            key={destination.id}
            className="flex min-h-9 min-w-0 cursor-pointer items-center gap-2 font-medium text-ink"
          >
            <input
              type="checkbox"
              checked={destination.isTicked(alert)}
              onChange={({ target }) => destination.tick(alert, target.checked)}
              className="size-5 shrink-0 accent-link"
            />
            <span className="min-w-0 wrap-anywhere">{destination.name}</span>
            {!destination.isOn && <span className="font-normal text-soft">off</span>}
          </label>
        ))}
        {list.length === 1 && <AddChannelLink />}
      </div>
      <CatchUpBox
        label={`Also send the last ${CATCH_UP_DAYS} days to what I tick`}
        otherwise="Otherwise it gets only what comes later. What was off for less than an hour misses nothing."
        checked={catchUp}
        onChange={setCatchUp}
        className="leading-relaxed"
      />
      <FailureNotice text={failure} />
    </fieldset>
  );
}
