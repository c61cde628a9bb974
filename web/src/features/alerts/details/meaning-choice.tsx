import { type AlertChoice, MONTH_DAYS } from 'functions/contract';
import { meaningsOf, wayOf } from '#content/meanings.ts';
import { type MatchCount, useMatchCount } from '#features/alerts/count/use-match-count.ts';
import { monthText } from './matches-a-month.tsx';
import { startOfDays } from './search-matches.ts';
import { Press } from './setting.tsx';

interface MeaningChoiceProps extends AlertChoice {
  /** The plain word, or what {@link meaningsOf} makes of it. */
  keyword: string;
  disabled?: boolean;
  onChoose: (keyword: string) => void;
}

/** Asks what an ambiguous word means, with the episodes of both meanings. Empty for other keywords. */
export function MeaningChoice({ keyword, ...rest }: MeaningChoiceProps) {
  const ways = meaningsOf(keyword);
  return ways === null ? null : (
    <Ways key={ways[0].keyword} ways={ways} keyword={keyword} {...rest} />
  );
}

function Ways({
  ways,
  keyword,
  spoken,
  onlyAbout,
  disabled = false,
  onChoose,
}: MeaningChoiceProps & { ways: NonNullable<ReturnType<typeof meaningsOf>> }) {
  const counts = useMatchCount(
    ways.map((way) => ({ query: way.keyword, spoken, onlyAbout })),
    startOfDays(MONTH_DAYS),
  );
  const chosen = wayOf(keyword);
  if (chosen === 0 && !isAmbiguous(ways[1].keyword, counts)) return null;
  return (
    <div role="group" aria-label={`Meaning of “${ways[0].keyword}”`}>
      <p>What does “{ways[0].keyword}” mean?</p>
      <ul className="mt-1.5 grid gap-1.5">
        {ways.map(({ label, keyword: asked }, at) => (
          <li key={asked} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Press
              disabled={disabled}
              aria-pressed={chosen === at}
              className="min-h-9 max-w-full rounded-xl border border-line bg-surface px-3.5 text-left font-medium wrap-anywhere text-ink transition-colors enabled:hover:border-field disabled:opacity-70 aria-pressed:border-link aria-pressed:bg-sunken"
              onClick={() => {
                if (chosen !== at) onChoose(asked);
              }}
            >
              {label}
            </Press>
            <span>{counts[at] ? monthText(counts[at]) : ''}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A word that stands with a capital in all episodes is a name, so that there is nothing to choose. */
function isAmbiguous(second: string, [any, meant]: (MatchCount | null | undefined)[]): boolean {
  if (!second.startsWith('name:')) return true;
  return any?.total !== undefined && meant?.total !== undefined && any.total > meant.total;
}
