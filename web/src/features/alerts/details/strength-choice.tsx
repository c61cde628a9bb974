import { MAX_TOTAL } from 'functions/contract';
import { useAlertActions } from '#features/alerts/list/alert-actions.ts';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { episodesText, numberText } from '#shared/text/number-text.ts';
import { Choice, Press } from './setting.tsx';
import { type ChoiceCounts, useChoiceCounts } from './use-choice-counts.ts';
import { REPORT_DAYS } from './use-alert-report.ts';

/** The choice whether an alert tells matches in passing, with the number of recent matches for each option. */
export function StrengthChoice({ alert }: { alert: SavedAlert }) {
  const { busy, chooseOnlyAbout } = useAlertActions();
  const counts = useChoiceCounts(alert);
  const { onlyAbout = false } = alert;
  return (
    <div>
      <Choice label="Tell">
        <Press
          disabled={busy}
          aria-pressed={!onlyAbout}
          onClick={() => chooseOnlyAbout(alert, false)}
        >
          Everything
        </Press>
        <Press
          disabled={busy}
          aria-pressed={onlyAbout}
          onClick={() => chooseOnlyAbout(alert, true)}
        >
          Only when it is about it
        </Press>
      </Choice>
      <p role="status" className="mt-1">
        {countsText(counts)}
      </p>
    </div>
  );
}

/** "Everything: 75 episodes in 30 days · About it: 23" */
function countsText({ everything, about }: ChoiceCounts): string {
  if (everything === undefined || about === undefined) return 'Counting…';
  if (everything === null) return 'How much that would be cannot be counted right now.';
  const all = `Everything: ${leastText(everything)}${episodesText(everything.total)} in ${REPORT_DAYS} days`;
  if (about === null) return `${all} · About it: cannot be counted right now`;
  // If there are more matches than are counted, the server looks only among the newest for those about it.
  const isPart = everything.isPart || about.isPart;
  return `${all} · About it: ${leastText({ ...about, isPart })}${numberText(about.total)}`;
}

function leastText({ total, isPart }: { total: number; isPart: boolean }): string {
  return isPart || total >= MAX_TOTAL ? 'at least ' : '';
}
