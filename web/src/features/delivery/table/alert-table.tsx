import { alertLabel, alertName, CATCH_UP_DAYS, type Channel } from 'functions/contract';
import { useState, useSyncExternalStore } from 'react';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { CatchUpBox } from '#shared/ui/catch-up-box.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { AlertCard } from './alert-card.tsx';
import { type Place, usePlaces } from './places.ts';

interface AlertTableProps {
  channels: readonly Channel[];
  alerts: readonly SavedAlert[];
}

/** For each alert: whether it is emailed, and into which channels it goes. */
export function AlertTable({ channels, alerts }: AlertTableProps) {
  const [catchUp, setCatchUp] = useState(false);
  const places = usePlaces(channels, alerts, catchUp);
  const isWide = useIsWide();
  if (alerts.length === 0) return null;
  return (
    <section
      aria-labelledby="table-heading"
      className="space-y-3 rounded-2xl border border-line bg-surface p-3 shadow-card sm:rounded-3xl sm:p-7"
    >
      <div>
        <h2 id="table-heading" className="text-lg font-semibold tracking-title">
          What goes where
        </h2>
        <p className="mt-0.5 text-sm leading-relaxed text-soft">
          An alert that is not emailed keeps its matches for its channels.
        </p>
      </div>
      <CatchUpBox
        label={`What I tick also tells the last ${CATCH_UP_DAYS} days`}
        otherwise="Otherwise it tells what comes from then on; after less than an hour nothing is missed."
        checked={catchUp}
        onChange={setCatchUp}
        className="text-sm leading-relaxed"
      />
      <FailureNotice text={places.failure} />
      {isWide ? (
        <WideTable places={places.list} alerts={alerts} />
      ) : (
        <Cards places={places.list} alerts={alerts} />
      )}
    </section>
  );
}

function WideTable({
  places,
  alerts,
}: {
  places: readonly Place[];
  alerts: AlertTableProps['alerts'];
}) {
  return (
    <div
      className="max-h-[85dvh] overflow-auto"
      tabIndex={0}
      role="group"
      aria-labelledby="table-heading"
    >
      <table className="w-full border-separate border-spacing-0 text-[0.9375rem]">
        <thead>
          <tr>
            <th scope="col" className={`${FIRST} top-0 z-20 min-w-48 text-left align-bottom`}>
              Alert
            </th>
            {places.map(({ id, name, isOn }) => (
              <th
                key={id}
                scope="col"
                className={`${CELL} sticky top-0 z-10 max-w-32 min-w-22 bg-surface align-bottom`}
              >
                <span className="line-clamp-2 wrap-anywhere" title={name}>
                  {name}
                </span>
                {!isOn && <span className="block text-xs font-normal text-soft">off</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row" className={`${FIRST} text-left font-normal text-soft`}>
              {ALL}
            </th>
            {places.map(({ id, name, all }) => (
              <td key={id} className={CELL}>
                {all && (
                  <Tick label={`All alerts: ${name}`} isTicked={all.isTicked} onTick={all.tick} />
                )}
              </td>
            ))}
          </tr>
          {alerts.map((alert) => (
            <tr key={alert.id}>
              <th scope="row" className={`${FIRST} text-left font-medium wrap-anywhere`}>
                <span className="line-clamp-2" title={alertLabel(alert)}>
                  {alertName(alert)}
                </span>
              </th>
              {places.map((place) => (
                <td key={place.id} className={CELL}>
                  <Tick
                    label={`${alertLabel(alert)}: ${place.name}`}
                    isTicked={place.isTicked(alert)}
                    onTick={(isTicked) => place.tick(alert, isTicked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const CELL = 'border-t border-line px-2 py-1 text-center text-sm font-semibold';
const FIRST = 'sticky left-0 border-t border-line bg-surface py-2 pr-3';

interface TickProps {
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <label className="inline-grid size-9 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        className="size-5 accent-link"
      />
    </label>
  );
}

function Cards({
  places,
  alerts,
}: {
  places: readonly Place[];
  alerts: AlertTableProps['alerts'];
}) {
  const channels = places.flatMap(({ all, ...place }) => (all ? [{ ...place, ...all }] : []));
  return (
    <ul className="divide-y divide-line">
      {channels.length > 0 && (
        <li>
          <AlertCard name={ALL} label="each alert" boxes={channels} />
        </li>
      )}
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertCard
            name={alertName(alert)}
            label={alertLabel(alert)}
            boxes={places.map(({ isTicked, tick, ...place }) => ({
              ...place,
              isTicked: isTicked(alert),
              tick: (isWanted) => tick(alert, isWanted),
            }))}
          />
        </li>
      ))}
    </ul>
  );
}

const ALL = 'All, also later ones';

/** Tailwind's `sm`. */
const WIDE = '(min-width: 40rem)';

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}
