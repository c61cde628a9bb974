import type { ApiKey } from 'functions/contract';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Question } from '#shared/ui/question.tsx';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { dayText } from '#shared/text/dates.ts';
import { FactLine } from '#shared/ui/fact-line.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { SCOPES } from './key-scopes.ts';

interface KeyRowProps {
  apiKey: ApiKey;
  onRevoked: () => void;
}

/** Shows only the beginning of the key, because the key itself is not stored. */
export function KeyRow({ apiKey, onRevoked }: KeyRowProps) {
  const { id, name, start, scopes, createdAtMs, lastUsedAtMs } = apiKey;
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useCall('Failed to revoke the key. Please try again.');
  const used = lastUsedAtMs === undefined ? 'never used' : `last used ${dayText(lastUsedAtMs)}`;
  return (
    <div className="flex gap-3 py-3">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <FactLine facts={[`${start}…`, `made ${dayText(createdAtMs)}`, used]} />
        <p className="text-sm text-soft">{scopes.map((scope) => SCOPES[scope]).join('. ')}.</p>
        <TextButton
          disabled={busy}
          className="min-h-9 text-sm disabled:opacity-70"
          onClick={() => setAsked(true)}
        >
          Revoke<span className="sr-only"> ({name})</span>
        </TextButton>
        <FailureNotice text={failure} />
        {isAsked && (
          <Question
            text={`Programs that use “${name}” will stop working. This cannot be undone.`}
            confirm="Revoke"
            isDanger
            busy={busy}
            onConfirm={() =>
              run(async ({ revokeKey }) => {
                await revokeKey(id);
                onRevoked();
              })
            }
            onCancel={() => setAsked(false)}
          />
        )}
      </div>
    </div>
  );
}
