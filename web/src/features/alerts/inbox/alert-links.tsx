import {
  type AlertFields,
  alertLabel,
  alertName,
  type AlertQuery,
  searchTextOfAlert,
} from 'functions/contract';
import { Bell } from 'lucide-react';
import { Link } from '#shared/ui/link.tsx';
import { searchAddress } from '#shared/search/search-address.ts';

/** The alerts that found an episode. Each leads to its search. */
export function AlertLinks({ alerts }: { alerts: readonly AlertFields[] }) {
  return (
    <p className="min-w-0 py-1.5 text-[0.8125rem] leading-normal text-soft">
      <Bell aria-hidden className="mr-1.5 mb-0.5 inline size-3.5" strokeWidth={1.75} />
      <span className="sr-only">Found by </span>
      {alerts.map((alert, index) => (
        <span key={alertLabel(alert)}>
          {index > 0 && <span>, </span>}
          <AlertLink alert={alert} />
        </span>
      ))}
    </p>
  );
}

interface AlertLinkProps {
  alert: AlertFields;
  onOpen?: () => void;
}

export function AlertLink({ alert, onOpen }: AlertLinkProps) {
  return (
    <Link
      to={searchAddressOfAlert(alert)}
      title={alertLabel(alert)}
      data-open={onOpen && ''}
      onClick={onOpen}
      className="rounded-sm py-1 font-medium wrap-anywhere text-link underline-offset-4 hover:underline"
    >
      <bdi>{alertName(alert)}</bdi>
    </Link>
  );
}

interface SearchedAlert extends AlertQuery {
  spoken?: boolean | undefined;
  onlyAbout?: boolean | undefined;
}

export function searchAddressOfAlert(alert: SearchedAlert): string {
  const choice = { spoken: alert.spoken !== false, about: alert.onlyAbout === true };
  return searchAddress([searchTextOfAlert(alert)], 1, choice);
}
