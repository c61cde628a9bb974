import { clsx } from 'clsx';
import type { Trend } from 'functions/contract';
import { type SearchChoice, searchAddress } from '#shared/search/search-address.ts';
import { numberText } from '#shared/text/number-text.ts';
import { Link } from '#shared/ui/link.tsx';

interface TrendShowsProps {
  trend: Trend;
  keywords: readonly string[];
  choice?: Partial<SearchChoice> | undefined;
  className?: string;
}

export function TrendShows({ trend, keywords, choice, className }: TrendShowsProps) {
  if (trend.shows.length < 2) return null;
  return (
    <div className={clsx('text-sm', className)}>
      <p className="font-semibold text-ink">Shows that mention it most</p>
      <ul className="mt-1">
        {trend.shows.map(({ podcast, episodes, term }, index) => (
          // Keyed by index, so that new results change the texts of the rows without moving a row.
          <li key={index} className="flex items-center gap-3">
            {term === undefined ? (
              <span dir="auto" className="min-w-0 flex-1 truncate py-1.5 text-left">
                {podcast}
              </span>
            ) : (
              <Link
                to={searchAddress([...keywords, term], 1, choice)}
                title={podcast}
                dir="auto"
                className="min-w-0 flex-1 truncate rounded-sm py-1.5 text-left text-ink underline-offset-4 hover:underline"
              >
                {podcast}
              </Link>
            )}
            <span className="text-soft tabular-nums">{numberText(episodes)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
