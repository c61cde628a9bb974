import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useAlerts } from '#shared/member/hooks/use-live-list.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { KeywordPreview } from '#features/alerts/preview/keyword-preview.tsx';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import { useAddAlerts } from '#features/alerts/create/use-add-alerts.ts';

interface AddAlertFormProps {
  /** The way to the help on what can be asked. */
  help?: ReactNode;
}

/**
 * Adds one keyword to the person's alerts, and says beforehand how many episodes it would bring. When
 * it refuses a keyword it says why, and keeps the text.
 */
export function AddAlertForm({ help }: AddAlertFormProps) {
  const alerts = useAlerts();
  const [keyword, setKeyword] = useState('');
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState('');
  const { status, add, failureText, forget } = useAddAlerts();
  // The keyword is in the list below now: empty the field for the next one.
  if (status === 'waiting' && keyword !== '' && keyword === sent) setKeyword('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const existing = alerts.status === 'ready' ? alerts.items : [];
    const refused = keywordProblem(keyword, existing) ?? '';
    setProblem(refused);
    if (refused === '') {
      setSent(keyword);
      add([keyword], () => setKeyword((typed) => (typed === keyword ? '' : typed)));
    }
  }

  return (
    <form onSubmit={submit} className="space-y-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <TextField
          label="Keyword or phrase"
          name="keyword"
          className="min-w-0 flex-1"
          placeholder="e.g., OpenAI"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          value={keyword}
          aria-invalid={problem !== ''}
          onChange={(event) => {
            setKeyword(event.target.value);
            setProblem('');
            forget();
          }}
        />
        <Button
          type="submit"
          disabled={keyword.trim() === '' || status === 'busy'}
          className="shrink-0"
        >
          {status === 'busy' ? 'Adding...' : 'Add Alert'}
        </Button>
      </div>
      <div className="flex items-start justify-between gap-4">
        <KeywordPreview keyword={keyword} />
        {help && <div className="-mt-1.5 shrink-0">{help}</div>}
      </div>
      <FailureNotice text={problem || failureText('Failed to add alert. Please try again.')} />
    </form>
  );
}
