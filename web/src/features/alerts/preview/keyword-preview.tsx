import {
  asTyped,
  alertName,
  type AlertQuery,
  describeAlert,
  hasQuerySyntax,
  needsSentence,
  isEmptyQuery,
  MAX_KEYWORDS,
  MONTH_DAYS,
  splitKeywords,
} from 'functions/contract';
import { type MatchCount, useMatchCount } from '#features/alerts/count/use-match-count.ts';
import { isSameAlert, keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import { startOfDays } from '#features/alerts/details/search-matches.ts';
import { countText, manyText, previewText } from './preview-text.ts';
import { chosenPreferences } from '#shared/data/member/chosen-preferences.ts';
import { useMemberData } from '#shared/data/member/member-data-context.ts';
import { usePerson } from '#shared/data/hooks/use-live-list.ts';
import { useWrite } from '#shared/data/hooks/use-write.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

const MIN_LENGTH = 2;

interface KeywordPreviewProps {
  /** Keywords, separated by commas. */
  typed: string;
  existing: readonly AlertQuery[];
}

/** Shows how many episodes each keyword matches; also describes a single query in words. */
export function KeywordPreview({ typed, existing }: KeywordPreviewProps) {
  const keywords = splitKeywords(typed);
  const counted = keywords.filter(isCountable).slice(0, MAX_KEYWORDS);
  const found = useMatchCount(
    counted.map((query) => ({ query })),
    startOfDays(MONTH_DAYS),
  );
  const counts = new Map(counted.map((each, at) => [each, found[at]]));
  const [keyword = ''] = keywords;
  const many = manyText(sumOf([...counts.values()]));
  return (
    <div className="space-y-2 text-sm leading-relaxed text-soft">
      <div aria-live="polite">
        {keywords.length < 2 ? (
          <One keyword={keyword} count={counts.get(keyword) ?? null} />
        ) : (
          <>
            <p>Episodes in the past month:</p>
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

function isCountable(keyword: string): boolean {
  return keyword.length >= MIN_LENGTH && keywordProblem(keyword, []) === null;
}

function sumOf(counts: readonly (MatchCount | null | undefined)[]): MatchCount {
  const total = counts.reduce((sum, count) => sum + (count?.total ?? 0), 0);
  return { total, isPart: counts.some((count) => count?.isPart) };
}

/** Says briefly why a keyword will not be added. Null if the keyword will be added. */
function refusalText(keyword: string, existing: readonly AlertQuery[]): string | null {
  if (keywordProblem(keyword, existing) === null) return null;
  if (existing.some((alert) => isSameAlert(alert, keyword))) return 'already an alert';
  return isEmptyQuery(asTyped(keyword)) ? 'nothing to search for' : 'too long';
}

function nameOf(keyword: string): string {
  return hasQuerySyntax(keyword) ? alertName(asTyped(keyword)) : keyword;
}

function One({ keyword, count }: { keyword: string; count: MatchCount | null }) {
  const asked = needsSentence(keyword) ? describeAlert(asTyped(keyword)) : null;
  const counted = count === null ? null : `${previewText(count)}.`;
  if (asked === null && counted === null) return <p className="max-sm:hidden">{HINT}</p>;
  return <p>{[asked, counted].filter(Boolean).join(' ')}</p>;
}

const HINT = 'Names and phrases work best. Separate alerts with commas.';

/** Offers one email a week, unless the person gets that already or has paused email. */
function WeeklyOffer() {
  const data = useMemberData();
  const live = usePerson();
  const { busy, failed, run } = useWrite();
  if (live.status !== 'ready') return null;
  const preferences = chosenPreferences(live.person.preferences);
  if (preferences.cadence === 'paused') return null;
  if (preferences.cadence === 'weekly' && !failed) {
    return <p>You get them in one email a week.</p>;
  }
  return (
    <>
      <TextButton
        disabled={busy}
        className="disabled:opacity-70"
        onClick={() => run(() => data.savePreferences({ ...preferences, cadence: 'weekly' }))}
      >
        Get one email a week instead
      </TextButton>
      <FailureNotice text={failed ? 'Failed to save preferences. Please try again.' : ''} />
    </>
  );
}
