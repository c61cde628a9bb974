import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
}

/** The button copies the text, or selects it if the browser does not allow copying. */
export function CopyField({ label, value }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      field.current?.focus();
      field.current?.select();
      setOutcome('selected');
    }
  }

  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          // The browser must neither store the text nor send it to a spelling service.
          autoComplete="off"
          spellCheck={false}
          value={value}
          onFocus={({ target }) => target.select()}
          className="h-11 min-w-0 flex-1 rounded-xl border border-field bg-canvas px-3 font-mono text-sm text-ink"
        />
        <Button
          tone="plain"
          className="h-11 shrink-0 px-4 text-[0.9375rem]"
          onClick={() => void copy()}
        >
          <Icon aria-hidden className="size-4" strokeWidth={2} />
          <span>
            <span>{outcome === 'copied' ? 'Copied' : 'Copy'}</span>
            <span className="sr-only"> {label}</span>
          </span>
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm text-soft empty:hidden">
        {outcome === 'selected' && (
          <span>Selected. Copy it with your keyboard or a long press.</span>
        )}
        {outcome === 'copied' && <span className="sr-only">Copied</span>}
      </p>
    </div>
  );
}
