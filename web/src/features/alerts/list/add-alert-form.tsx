import { splitKeywords } from 'functions/contract';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ALERT_PLACEHOLDER } from '#content/subject.ts';
import { useAlerts } from '#shared/data/hooks/use-live-list.ts';
import { Button } from '#shared/ui/button.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { MeaningChoice } from '#features/alerts/details/meaning-choice.tsx';
import { KeywordPreview } from '#features/alerts/preview/keyword-preview.tsx';
import { keywordProblem } from '#features/alerts/create/keyword-problem.ts';
import { useAddAlerts } from '#features/alerts/create/use-add-alerts.ts';

interface AddAlertFormProps {
  help?: ReactNode;
}

/**
 * Adds alerts for keywords separated by commas, after a preview with counts. A refused keyword stays in the
 * field with an error message; the others are added.
 */
export function AddAlertForm({ help }: AddAlertFormProps) {
  const alerts = useAlerts();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  /** What the only keyword means, if the person chose it. */
  const [meant, setMeant] = useState<string | null>(null);
  /** The last submitted text, and its refused keywords. */
  const [sent, setSent] = useState({ typed: '', refused: '' });
  const { status, add, failureText, forget } = useAddAlerts();
  const existing = alerts.status === 'ready' ? alerts.items : [];
  const keywords = meant === null ? splitKeywords(typed) : [meant];
  const [only = '', ...others] = keywords;
  // Offline, the list below already shows the added keywords, so the field is cleared.
  if (status === 'waiting' && typed !== sent.refused && typed === sent.typed) {
    setTyped(sent.refused);
    setMeant(null);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const problems = keywords.map((keyword) => keywordProblem(keyword, existing));
    const wanted = keywords.filter((_, index) => problems[index] === null);
    const refused = keywords.filter((_, index) => problems[index] !== null).join(', ');
    setProblem(problems.find((each) => each !== null) ?? '');
    if (wanted.length === 0) return;
    setSent({ typed, refused });
    add(wanted, () => {
      setTyped((now) => (now === typed ? refused : now));
      setMeant(null);
    });
  }

  return (
    <form onSubmit={submit} className="relative space-y-2 sm:space-y-3">
      <div className="flex flex-wrap items-end gap-2 sm:gap-3">
        <TextField
          label="Keyword or phrase"
          name="keyword"
          dir="auto"
          className="min-w-0 flex-1 basis-44"
          placeholder={`e.g., ${ALERT_PLACEHOLDER}`}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          value={typed}
          aria-invalid={problem !== ''}
          onChange={(event) => {
            setTyped(event.target.value);
            setMeant(null);
            setProblem('');
            forget();
          }}
        />
        <Button
          type="submit"
          disabled={keywords.length === 0 || status === 'busy'}
          className="shrink-0 grow px-4 sm:grow-0 sm:px-6"
        >
          {status === 'busy' ? 'Adding...' : 'Add Alert'}
        </Button>
      </div>
      {help && (
        <div className="absolute top-0 right-0 -mt-2 max-[18rem]:static max-[18rem]:mt-0">
          {help}
        </div>
      )}
      <KeywordPreview typed={meant ?? typed} existing={existing} />
      {others.length === 0 && only.length > 1 && (
        <div className="text-sm leading-relaxed text-soft">
          <MeaningChoice keyword={only} onChoose={setMeant} />
        </div>
      )}
      <FailureNotice text={problem || failureText('Failed to add alert. Please try again.')} />
    </form>
  );
}
