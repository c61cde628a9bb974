import {
  asTyped,
  describeAlert,
  isReadDifferently,
  MONTH_DAYS,
  queryOfAlert,
} from 'functions/contract';
import { useMatchCount } from '#features/alerts/count/use-match-count.ts';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { monthText } from './matches-a-month.tsx';
import { startOfDays } from './search-matches.ts';
import { Press } from './setting.tsx';

/** Asks once about an alert that was saved before a part of its keyword had a meaning. */
export function FormerSigns({ alert }: { alert: SavedAlert }) {
  return isReadDifferently(alert) ? <SignsChoice alert={alert} /> : null;
}

function SignsChoice({ alert }: { alert: SavedAlert }) {
  const { busy, replace } = useAlertActions();
  const { keyword, spoken, onlyAbout } = alert;
  const ways = [
    { name: 'Keep as words', query: queryOfAlert(alert) },
    { name: 'Use the signs', query: keyword },
  ];
  const counts = useMatchCount(
    ways.map(({ query }) => ({ query, spoken, onlyAbout })),
    startOfDays(MONTH_DAYS),
  );
  return (
    <div role="group" aria-label="New signs" className="rounded-xl bg-sunken p-4">
      <p>
        Brackets, NOT, | and fields such as guest: can now be used in alerts. This alert was saved
        before and reads them as words. What should it find?
      </p>
      <ul className="mt-3 grid gap-3">
        {ways.map(({ name, query }, at) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Press disabled={busy} onClick={() => replace(alert, query)}>
              {name}
            </Press>
            <span className="min-w-0 wrap-anywhere text-soft">
              {describeAlert(asTyped(query))} {countText(counts[at])}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function countText(count: ReturnType<typeof useMatchCount>[number]): string {
  return count ? `${monthText(count)}.` : '';
}
