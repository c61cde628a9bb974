import { type Episode, isWholeShow } from 'functions/contract';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import type { AlertReport } from './alert-report.ts';

interface PassingOfferProps {
  alert: SavedAlert;
  report: AlertReport;
  newest: readonly Episode[];
}

/**
 * Offers "Main topic only" if most matches are passing mentions, or if some are and the alert has more than
 * one match a day.
 */
export function PassingOffer({ alert, report, newest }: PassingOfferProps) {
  const { busy, chooseOnlyAbout } = useAlertActions();
  const reason = reasonOf(report, newest);
  if (alert.onlyAbout === true || isWholeShow(alert) || reason === null) return null;
  return (
    <p>
      {reason}:{' '}
      <TextButton disabled={busy} className="min-h-8" onClick={() => chooseOnlyAbout(alert, true)}>
        Main topic only?
      </TextButton>
    </p>
  );
}

function reasonOf({ aDay }: AlertReport, newest: readonly Episode[]): string | null {
  if (isMostlyPassing(newest)) return 'Mostly brief mentions';
  const isSomePassing = newest.some(({ strength }) => strength === 'passing');
  return aDay > 1 && isSomePassing ? 'More than one a day' : null;
}

/** Min number of matches from which a majority is concluded. */
const MIN_MATCHES = 5;

/** False for few matches, or if the backend sends no strength. */
export function isMostlyPassing(matches: readonly Pick<Episode, 'strength'>[]): boolean {
  if (matches.length < MIN_MATCHES) return false;
  return matches.filter(({ strength }) => strength === 'passing').length > matches.length / 2;
}
