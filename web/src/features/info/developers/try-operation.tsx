import { type SubmitEvent, useId, useState } from 'react';
import { site } from '#shared/site.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopyField } from '#shared/ui/copy-field.tsx';
import { apiCall, curlText, type Typed } from './api-call.ts';
import type { ApiField, ApiOperation } from './api-operations.ts';

interface TryOperationProps {
  operation: ApiOperation;
  /** Empty if no key was typed. */
  apiKey: string;
}

export function TryOperation({ operation, apiKey }: TryOperationProps) {
  const { fields } = operation;
  const [typed, setTyped] = useState<Typed>({});
  const [answer, setAnswer] = useState('');
  const [isBusy, setBusy] = useState(false);
  const call = apiCall(operation, typed);

  async function send(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setAnswer(await answerOf(call, apiKey));
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void send(event)} className="noscript:hidden mt-4 space-y-4">
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          text={typed[field.name] ?? ''}
          onChange={(text) => setTyped({ ...typed, [field.name]: text })}
        />
      ))}
      <CopyField label={`${operation.summary} with curl`} value={curlText(call, site.url)} />
      <Button type="submit" tone="plain" className="h-11 px-4" disabled={apiKey === '' || isBusy}>
        {isBusy ? 'Sending...' : 'Send'}
      </Button>
      {apiKey === '' && <p className="text-sm text-soft">To send it, enter a key above.</p>}
      <p role="status" className="sr-only">
        {answer.split('\n')[0]}
      </p>
      {answer !== '' && (
        <pre
          tabIndex={0}
          aria-label="Answer"
          className="max-h-96 overflow-auto rounded-xl bg-sunken p-4 text-sm whitespace-pre-wrap break-words"
        >
          {answer}
        </pre>
      )}
    </form>
  );
}

async function answerOf(
  { method, address, body }: ReturnType<typeof apiCall>,
  apiKey: string,
): Promise<string> {
  try {
    const response = await fetch(address, {
      method,
      // The request contains neither this page's address nor cookies.
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return `${response.status} ${response.statusText}\n${indented(text)}`;
  } catch {
    return 'No answer. Please check your internet connection and try again.';
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface FieldInputProps {
  field: ApiField;
  text: string;
  onChange: (text: string) => void;
}

const CONTROL =
  'mt-1.5 w-full rounded-xl border border-field bg-canvas px-3 text-base text-ink focus-visible:border-link focus-visible:outline-1 focus-visible:outline-offset-0';

function FieldInput({ field, text, onChange }: FieldInputProps) {
  const id = useId();
  const { name, type, choices, usual, isRequired } = field;
  const shared = {
    id,
    value: text,
    required: isRequired,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-medium">
        {name}
        {type === 'array' && <span className="font-normal text-soft"> (one a line)</span>}
      </label>
      {choices.length > 0 ? (
        <select {...shared} className={`${CONTROL} h-11`}>
          <option value="">{usual === '' ? 'not given' : usual}</option>
          {choices
            .filter((choice) => choice !== usual)
            .map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
        </select>
      ) : type === 'array' ? (
        <textarea {...shared} rows={2} spellCheck={false} className={`${CONTROL} py-2`} />
      ) : (
        <input {...shared} placeholder={usual} spellCheck={false} className={`${CONTROL} h-11`} />
      )}
    </div>
  );
}
