import { type Episode, isWholeShow } from 'functions/contract';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { isMostlyPassing } from './mostly-passing.ts';

interface PassingOfferProps {
  alert: SavedAlert;
  /** Its newest matches. */
  newest: readonly Episode[];
}

/** Below the matches of an alert that are mostly in passing: the choice to tell only what is about it. */
export function PassingOffer({ alert, newest }: PassingOfferProps) {
  const { busy, chooseOnlyAbout } = useAlertActions();
  if (alert.onlyAbout === true || isWholeShow(alert) || !isMostlyPassing(newest)) return null;
  return (
    <p>
      Mostly in passing:{' '}
      <TextButton disabled={busy} className="min-h-8" onClick={() => chooseOnlyAbout(alert, true)}>
        tell only what is about it
      </TextButton>
    </p>
  );
}
