import type { KeyScope } from 'functions/contract';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { type Calls, useCall } from '#shared/data/hooks/use-call.ts';
import { FactLine } from '#shared/ui/fact-line.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { Question } from '#shared/ui/question.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { SCOPES } from './key-scopes.ts';

interface RevocableRowProps {
  icon: LucideIcon;
  name: string;
  facts: readonly string[];
  scopes: readonly KeyScope[];
  /** The label of the buttons. */
  verb: string;
  question: string;
  isDanger?: boolean;
  failed: string;
  revoke: (calls: Calls) => Promise<void>;
  onRevoked: () => void;
}

/** A key or an app that may use the account, and the button that ends it. */
export function RevocableRow(props: RevocableRowProps) {
  const { icon: Icon, name, facts, scopes, verb, question, isDanger = false, failed } = props;
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useCall(failed);
  return (
    <div className="flex gap-3 py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <FactLine facts={facts} />
        <p className="text-sm text-soft">{scopes.map((scope) => SCOPES[scope]).join('. ')}.</p>
        <TextButton
          disabled={busy}
          className="min-h-9 text-sm disabled:opacity-70"
          onClick={() => setAsked(true)}
        >
          <span>{verb}</span>
          <span className="sr-only"> ({name})</span>
        </TextButton>
        <FailureNotice text={failure} />
        {isAsked && (
          <Question
            text={question}
            confirm={verb}
            isDanger={isDanger}
            busy={busy}
            onConfirm={() =>
              run(async (calls) => {
                await props.revoke(calls);
                props.onRevoked();
              })
            }
            onCancel={() => setAsked(false)}
          />
        )}
      </div>
    </div>
  );
}
