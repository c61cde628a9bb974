import { BellPlus, Check } from 'lucide-react';
import { use, useState } from 'react';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { PrerenderedEpisodes } from '#shared/page/prerendered-episodes.ts';
import { searchStore } from '#shared/search/search-store.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { isSameKeyword } from './keyword-problem.ts';
import { suggestedKeywords } from './suggested-keywords.ts';
import { useAddAlerts } from './use-add-alerts.ts';

interface AlertSuggestionsProps {
  onAdd?: (() => void) | undefined;
}

/** Buttons that each create an alert. Renders nothing until the alerts are known. Requires a `MemberArea`. */
export function AlertSuggestions({ onAdd }: AlertSuggestionsProps) {
  const alerts = useAlerts();
  return alerts.status === 'ready' && <Suggestions alerts={alerts.items} onAdd={onAdd} />;
}

function Suggestions({ alerts, onAdd }: AlertSuggestionsProps & { alerts: readonly SavedAlert[] }) {
  const counts = use(PrerenderedEpisodes)?.topics ?? {};
  // A created alert keeps its button, so that the focus has a place.
  const [keywords] = useState(() =>
    suggestedKeywords(searchStore.getState().lastSearchKeywords, counts, alerts),
  );
  const { status, add, failureText } = useAddAlerts();
  const isCreated = (keyword: string) =>
    alerts.some((alert) => isSameKeyword(alert.keyword, keyword));
  const created = keywords.filter(isCreated);
  if (keywords.length === 0) return null;

  function create(keyword: string) {
    if (isCreated(keyword)) return;
    onAdd?.();
    add([keyword]);
  }

  return (
    <div className="mt-4 text-left">
      <p className="text-sm text-soft">Create an alert with one press</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {keywords.map((keyword) => {
          const isDone = isCreated(keyword);
          const Icon = isDone ? Check : BellPlus;
          return (
            <li key={keyword} className="max-w-full">
              <button
                type="button"
                aria-label={`Create an alert for ${keyword}`}
                aria-disabled={isDone || status === 'busy' || undefined}
                onClick={() => create(keyword)}
                className="flex min-h-11 max-w-full items-center gap-2 rounded-xl border border-field bg-surface px-4 font-semibold text-ink transition-colors not-aria-disabled:hover:bg-sunken aria-disabled:opacity-70"
              >
                <Icon aria-hidden className="size-4.5 shrink-0 text-link" strokeWidth={1.75} />
                <bdi className="min-w-0 wrap-anywhere">{keyword}</bdi>
              </button>
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {created.length === 0 ? '' : `Created: ${created.join(', ')}`}
      </p>
      <div className="mt-3 empty:hidden">
        <FailureNotice text={failureText()} />
      </div>
    </div>
  );
}
