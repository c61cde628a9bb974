import { leftOut, termName } from 'functions/contract';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { shortDate } from '#shared/text/dates.ts';
import { TextButton } from '#shared/ui/text-button.tsx';

interface LeftOutProps {
  alert: SavedAlert;
  busy: boolean;
  onBringBack: (term: string) => void;
}

/** What an alert leaves out, since when (if known), with a button to bring each back. */
export function LeftOut({ alert, busy, onBringBack }: LeftOutProps) {
  const terms = leftOut(alert);
  if (terms.length === 0) return null;
  return (
    <ul className="mt-0.5 text-sm text-soft">
      {terms.map((term) => {
        const atMs = alert.excludedAtMs?.[term];
        const name = termName(term);
        return (
          <li key={term} className="break-words">
            Excluded: {name}
            {atMs === undefined ? '' : `, ${shortDate(atMs)}`}{' '}
            <TextButton
              disabled={busy}
              aria-label={`Undo: ${name} is excluded from ${alert.keyword}`}
              className="min-h-8 disabled:opacity-70"
              onClick={() => onBringBack(term)}
            >
              Undo
            </TextButton>
          </li>
        );
      })}
    </ul>
  );
}
