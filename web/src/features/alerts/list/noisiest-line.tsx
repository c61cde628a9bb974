import { alertName } from 'functions/contract';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { episodesText } from '#shared/text/number-text.ts';
import { TextLink } from '#shared/ui/text-link.tsx';
import { rowId } from './row-id.ts';
import { type Counts, noiseOf, noisiestOf } from './use-alert-counts.ts';

interface NoisiestLineProps {
  alerts: readonly SavedAlert[];
  counts: Counts;
}

/** Names the alert with far more matches than any other. Keeps its height while it is empty. */
export function NoisiestLine({ alerts, counts }: NoisiestLineProps) {
  const noisiest = noisiestOf(counts, alerts);
  return (
    <div className="mt-2 min-h-9 text-sm">
      {noisiest && (
        <p className="flex flex-wrap items-center gap-x-4">
          <span className="flex min-w-0 gap-x-1 text-soft">
            Most matches:
            <bdi className="truncate font-semibold text-ink">{alertName(noisiest)}</bdi>
            <span className="shrink-0">
              · {episodesText(noiseOf(counts, noisiest))}
              <span className="max-sm:hidden"> in the past month</span>
            </span>
          </span>
          <TextLink to={`/alerts#${rowId(noisiest)}`} className="inline-flex min-h-9 items-center">
            Get fewer
          </TextLink>
        </p>
      )}
    </div>
  );
}
