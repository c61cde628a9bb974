import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Snippet } from './snippets.ts';

/** The button copies the text, or selects it if the browser does not allow copying. */
export function CodeSnippet({ name, text }: Snippet) {
  const id = useId();
  const code = useRef<HTMLPreElement>(null);
  const [outcome, setOutcome] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setOutcome('Selected. Copy it with your keyboard or a long press.');
    }
  }

  const Icon = outcome === 'Copied' ? Check : Copy;
  return (
    <figure aria-labelledby={id} className="rounded-2xl border border-line bg-surface shadow-card">
      <figcaption className="flex min-h-12 items-center justify-between gap-3 pr-1.5 pl-4 text-sm">
        <span id={id} className="font-semibold">
          {name}
        </span>
        <button
          type="button"
          onClick={() => void copy()}
          className="inline-flex min-h-11 items-center gap-2 rounded-xl px-3 font-semibold text-link transition-colors hover:bg-sunken noscript:hidden"
        >
          <Icon aria-hidden className="size-4" />
          <span>
            {outcome === 'Copied' ? 'Copied' : 'Copy'}
            <span className="sr-only"> {name}</span>
          </span>
        </button>
      </figcaption>
      {/* Focusable, so that the keyboard can scroll it sideways. */}
      <section
        tabIndex={0}
        aria-label={`${name} example`}
        className="overflow-x-auto rounded-b-2xl border-t border-line bg-sunken p-4"
      >
        <pre ref={code} className="text-[0.8125rem] leading-relaxed">
          <code>{text}</code>
        </pre>
      </section>
      <p
        role="status"
        className={outcome === 'Copied' ? 'sr-only' : 'px-4 py-2 text-sm empty:hidden'}
      >
        {outcome}
      </p>
    </figure>
  );
}
