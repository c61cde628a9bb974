import type { KeyScope } from 'functions/contract';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { type Calls, useCall } from '#shared/data/hooks/use-call.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { ListRow } from '#shared/ui/list-row.tsx';
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
    <ListRow
      lead={<Icon aria-hidden className="size-5" strokeWidth={1.75} />}
      title={<h3 className="min-w-0 wrap-anywhere">{name}</h3>}
      facts={facts}
      actions={
        <TextButton
          disabled={busy}
          className="min-h-11 text-sm disabled:opacity-70"
          onClick={() => setAsked(true)}
        >
          <span>{verb}</span>
          <span className="sr-only"> ({name})</span>
        </TextButton>
      }
    >
      <p>{scopes.map((scope) => SCOPES[scope]).join('. ')}.</p>
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
    </ListRow>
  );
}
