import { splitAtCommas } from 'functions/contract';
import { useState } from 'react';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import { useAddAlerts } from '#features/alerts/create/use-add-alerts.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';

interface FindMissProps {
  find: string;
  alerts: readonly SavedAlert[];
  onAdded: () => void;
}

export function FindMiss({ find, alerts, onAdded }: FindMissProps) {
  const keyword = find.trim();
  // Text with commas would become several alerts, so no alert is offered.
  const isOne = splitAtCommas(keyword).length === 1;
  const { status, add, failureText } = useAddAlerts();
  const [problem, setProblem] = useState({ keyword: '', text: '' });

  function addFound() {
    const text = keywordProblem(keyword, alerts) ?? '';
    setProblem({ keyword, text });
    if (text === '') add([keyword], onAdded);
  }

  return (
    <div className="space-y-3 py-3">
      <p role="status" className="wrap-anywhere text-soft">
        No alert contains “{keyword}”.
      </p>
      {isOne && (
        <Button
          tone="plain"
          className="h-auto min-h-11 max-w-full py-2 text-[0.9375rem]"
          disabled={status === 'busy'}
          onClick={addFound}
        >
          <span className="min-w-0 wrap-anywhere">Add an alert for “{keyword}”</span>
        </Button>
      )}
      <FailureNotice
        text={
          (problem.keyword === keyword && problem.text) ||
          failureText('Failed to add alert. Please try again.')
        }
      />
    </div>
  );
}
