import {
  alertName,
  type AlertQuery,
  describeAlert,
  hasQuerySyntax,
  isEmptyQuery,
  splitKeywords,
} from 'functions/contract';
import { isSameAlert, keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import { WeeklyOffer } from './weekly-offer.tsx';
import { countText, manyText, previewText } from './preview-text.ts';
import { PREVIEW_DAYS, useKeywordCounts } from './use-keyword-count.ts';

interface KeywordPreviewProps {
  /** One keyword, or several separated by commas. */
  typed: string;
  /** The person's alerts. */
  existing: readonly AlertQuery[];
}

/** How many recent episodes each typed keyword would have brought; a single query is also explained in words. */
export function KeywordPreview({ typed, existing }: KeywordPreviewProps) {
  const keywords = splitKeywords(typed);
  const counts = useKeywordCounts(keywords);
  const [keyword = ''] = keywords;
  const total = keywords.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  const many = manyText(total);
  return (
    <div className="space-y-2 text-sm leading-relaxed text-soft">
      <div aria-live="polite">
        {keywords.length < 2 ? (
          <One keyword={keyword} total={counts.get(keyword) ?? null} />
        ) : (
          <>
            <p>Episodes in the last {PREVIEW_DAYS} days:</p>
            <ul>
              {keywords.map((each) => (
                <li key={each} className="flex gap-x-3">
                  <span className="min-w-0 font-medium break-words text-ink">{nameOf(each)}</span>
                  <span className="ml-auto shrink-0 tabular-nums">
                    {refusalText(each, existing) ?? countText(counts.get(each))}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        {many !== '' && <p>{many}</p>}
      </div>
      {many !== '' && <WeeklyOffer />}
    </div>
  );
}

/** Why a keyword will not be added, in a few words; null if it will. */
function refusalText(keyword: string, existing: readonly AlertQuery[]): string | null {
  if (keywordProblem(keyword, existing) === null) return null;
  if (existing.some((alert) => isSameAlert(alert, keyword))) return 'already an alert';
  return isEmptyQuery({ keyword, language: 1 }) ? 'nothing to look for' : 'too long';
}

function nameOf(keyword: string): string {
  return hasQuerySyntax(keyword) ? alertName({ keyword, language: 1 }) : keyword;
}

function One({ keyword, total }: { keyword: string; total: number | null }) {
  const asked = hasQuerySyntax(keyword) ? describeAlert({ keyword, language: 1 }) : null;
  const counted = total === null ? null : `${previewText(total)}.`;
  if (asked === null && counted === null) return <p className="max-sm:hidden">{HINT}</p>;
  return <p>{[asked, counted].filter(Boolean).join(' ')}</p>;
}

const HINT = 'Names and phrases work best. Commas divide.';
