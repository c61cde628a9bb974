import { alertName, excludedTerms, termName } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { shortDate } from '#shared/text/dates.ts';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { TextButton } from '#shared/ui/text-button.tsx';
import { useAlertActions } from './alert-actions.ts';

interface ExcludedTermsProps {
  alert: SavedAlert;
  only?: string;
}

export function ExcludedTerms({ alert, only }: ExcludedTermsProps) {
  const { busy, focusIn, restoreTerm } = useAlertActions();
  const focus = focusIn(alert);
  const terms = excludedTerms(alert).filter((term) => only === undefined || term === only);
  if (terms.length === 0) return null;
  return (
    <ul className="text-sm text-soft">
      {terms.map((term) => {
        const atMs = alert.excludedAtMs?.[term];
        const name = termName(term);
        return (
          <li
            key={term}
            ref={term === focus ? takeLostFocus : undefined}
            tabIndex={-1}
            className="rounded-sm break-words"
          >
            Excluded: {name}
            {atMs === undefined ? '' : `, ${shortDate(atMs)}`}{' '}
            <TextButton
              aria-disabled={busy || undefined}
              aria-label={`Undo: ${name} is excluded from ${alertName(alert)}`}
              className="min-h-8 aria-disabled:opacity-70"
              onClick={() => busy || restoreTerm(alert, term)}
            >
              Undo
            </TextButton>
          </li>
        );
      })}
    </ul>
  );
}
