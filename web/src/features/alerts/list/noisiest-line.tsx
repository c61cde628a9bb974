import { alertName } from 'functions/contract';
import type { SavedAlert } from '#shared/member/data/member-data.ts';
import { episodesText } from '#shared/trend/trend-text.ts';
import { Link } from '#shared/ui/link.tsx';
import { rowId } from './row-id.ts';
import { noiseOf, noisiestOf, ROW_DAYS, type Trends } from './use-alert-trends.ts';

interface NoisiestLineProps {
  alerts: readonly SavedAlert[];
  trends: Trends;
}

/** Above a long list: the alert that brings far more than the others, and the way to its settings. Keeps its place while nothing stands out. */
export function NoisiestLine({ alerts, trends }: NoisiestLineProps) {
  const noisiest = noisiestOf(trends, alerts);
  return (
    <div className="mt-2 min-h-9 text-sm">
      {noisiest && (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span className="flex min-w-0 gap-x-1 text-soft">
            Noisiest:
            <bdi className="truncate font-semibold text-ink">{alertName(noisiest)}</bdi>
            <span className="shrink-0">
              · {episodesText(noiseOf(trends, noisiest))}
              <span className="max-sm:hidden"> in {ROW_DAYS} days</span>
            </span>
          </span>
          <Link
            to={`/alerts#${rowId(noisiest)}`}
            className="inline-flex min-h-9 items-center rounded-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            Make it quieter
          </Link>
        </p>
      )}
    </div>
  );
}
