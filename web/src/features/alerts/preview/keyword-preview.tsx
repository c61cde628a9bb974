import { describeAlert, hasQuerySyntax } from 'functions/contract';
import { WeeklyOffer } from './weekly-offer.tsx';
import { manyText, previewText } from './preview-text.ts';
import { useKeywordCount } from './use-keyword-count.ts';

/** What a keyword asks for, and how many episodes it would have brought, while it is typed. */
export function KeywordPreview({ keyword }: { keyword: string }) {
  const total = useKeywordCount(keyword);
  const asked = hasQuerySyntax(keyword) ? describeAlert({ keyword, language: 1 }) : null;
  const many = total === null ? '' : manyText(total);
  return (
    <div className="space-y-2 text-sm leading-relaxed text-soft">
      <p aria-live="polite">
        {asked} {total === null ? asked === null && HINT : `${previewText(total)}.`} {many}
      </p>
      {many !== '' && <WeeklyOffer />}
    </div>
  );
}

const HINT = 'Names and phrases work best.';
