import { clsx } from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { mayHaveQuerySyntax } from './may-have-query-syntax.ts';

export interface RefineProps {
  text: string;
  onText: (text: string) => void;
}

export interface RefinePanelProps {
  text: string;
  /** True if terms can be added. Otherwise the row only shows existing terms. */
  open: boolean;
  /** @param done Describes the change, for screen readers. */
  onChange: (text: string, done: string) => void;
}

interface RefineRowProps extends RefineProps {
  /** Shows chips before the help, and the controls that add terms on a line below. */
  panel: ComponentType<RefinePanelProps>;
  help: ReactNode;
}

export function RefineRow({ text, onText, panel: Panel, help }: RefineRowProps) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const hasChips = mayHaveQuerySyntax(text);

  function change(changed: string, done: string) {
    setOpen(false);
    setDone(done);
    onText(changed);
    // The pressed button is gone, so the focus must move.
    button.current?.focus({ preventScroll: true });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex min-h-9 items-center gap-1.5 rounded-lg px-1 text-sm font-semibold text-link underline-offset-4 hover:underline"
      >
        <SlidersHorizontal aria-hidden className="size-4" />
        Refine
      </button>
      {/* On a phone, the help has no space beside chips. It appears while the controls are open. */}
      <div className={clsx('order-1 ml-auto', hasChips && !open && 'max-sm:hidden')}>{help}</div>
      {(open || hasChips) && <Panel text={text} open={open} onChange={change} />}
      <p role="status" className="sr-only">
        {done}
      </p>
    </div>
  );
}
