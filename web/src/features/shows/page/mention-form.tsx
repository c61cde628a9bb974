import { readKeywords } from 'functions/contract';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EXAMPLE_NAMES } from '#content/subject.ts';
import { searchAddress } from '#shared/search/search-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';

/**
 * Leads to a search within one show, where the person can create an alert. Without JavaScript, the form sends the term
 * and the words as two parameters.
 * @param term Restricts a query to the show.
 */
export function MentionForm({ term }: { term: string }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const navigate = useNavigate();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const read = readKeywords(text);
    if (read.ok) void navigate(searchAddress([term, ...read.keywords]));
    else setProblem(read.problem);
  }

  return (
    <form
      action="/"
      noValidate
      onSubmit={submit}
      className="space-y-3 rounded-2xl border border-line bg-surface p-4 shadow-card print:hidden"
    >
      <input type="hidden" name="q" value={term} />
      <div className="flex items-end gap-2 lg:block lg:space-y-3">
        <TextField
          className="min-w-0 flex-1"
          label="Alert me when this show mentions …"
          name="q"
          dir="auto"
          placeholder={`e.g., ${EXAMPLE_NAMES[0]}`}
          autoComplete="off"
          autoCapitalize="none"
          value={text}
          aria-invalid={problem !== ''}
          onChange={(event) => {
            setText(event.target.value);
            setProblem('');
          }}
        />
        <Button type="submit" tone="plain" className="shrink-0 px-4 lg:w-full">
          Continue
        </Button>
      </div>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
      <p className="text-sm text-soft">Preview the matches first.</p>
    </form>
  );
}
