import { alertLabel, alertName } from 'functions/contract';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import type { Place } from './places.ts';

interface AlertCardProps {
  alert: SavedAlert;
  places: readonly Place[];
}

/** An alert on a phone: where it goes in a line, and the boxes to tick behind it. */
export function AlertCard({ alert, places }: AlertCardProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const ticked = places.filter((place) => place.isTicked(alert));
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium wrap-anywhere">{alertName(alert)}</span>
          <span className="block truncate text-sm text-soft">{placesText(ticked)}</span>
        </span>
        <ChevronDown
          aria-hidden
          className={isOpen ? 'size-5 shrink-0 rotate-180 text-soft' : 'size-5 shrink-0 text-soft'}
        />
      </button>
      {isOpen && (
        <fieldset id={id} className="pb-2">
          <legend className="sr-only">Where {alertLabel(alert)} goes</legend>
          {places.map((place) => (
            <label
              key={place.id}
              className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem]"
            >
              <input
                type="checkbox"
                checked={place.isTicked(alert)}
                onChange={({ target }) => place.tick(alert, target.checked)}
                className="size-5 shrink-0 accent-link"
              />
              <span className="min-w-0 wrap-anywhere">{place.name}</span>
              {!place.isOn && <span className="text-sm text-soft">off</span>}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function placesText(ticked: readonly Place[]): string {
  return ticked.length === 0 ? 'Goes nowhere' : ticked.map(({ name }) => name).join(', ');
}
