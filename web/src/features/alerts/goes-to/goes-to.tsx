import { SETTING_ROW } from '#features/alerts/details/setting.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AddChannelLink } from '#shared/data/add-channel-link.tsx';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useAlertDestinations } from './destinations-context.tsx';

export function GoesTo({ alert }: { alert: SavedAlert }) {
  const destinations = useAlertDestinations();
  if (destinations === null) return null;
  const { list, failure } = destinations;
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Goes to</legend>
      <div className={SETTING_ROW}>
        <span aria-hidden>Goes to:</span>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4">
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
      </div>
      <FailureNotice text={failure} />
    </fieldset>
  );
}
