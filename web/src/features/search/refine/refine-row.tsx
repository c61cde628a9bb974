import { clsx } from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { mayHaveQuerySyntax } from './may-have-query-syntax.ts';

export interface RefineProps {
  /** What stands in the search field. */
  text: string;
  /** Called with the changed text. */
  onText: (text: string) => void;
}

export interface RefinePanelProps {
  text: string;
  /** Whether more can be added; without, only the parts that are there are shown. */
  open: boolean;
  /** Called with the changed text, and what has changed in words. */
  onChange: (text: string, done: string) => void;
}

interface RefineRowProps extends RefineProps {
  /** The parts of what is asked; in a row that wraps the chips stand before the help, the controls below it. */
  panel: ComponentType<RefinePanelProps>;
  /** At the end of the row. */
  help: ReactNode;
}

/** Below the search field: the way to the controls and to the help, and the parts of what is asked. */
export function RefineRow({ text, onText, panel: Panel, help }: RefineRowProps) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const hasChips = mayHaveQuerySyntax(text);

  function change(changed: string, done: string) {
    setOpen(false);
    setDone(done);
    onText(changed);
    // What was pressed is gone.
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
      {/* Beside chips there is no room for it on a phone, until they are added to. */}
      <div className={clsx('order-1 ml-auto', hasChips && !open && 'max-sm:hidden')}>{help}</div>
      {(open || hasChips) && <Panel text={text} open={open} onChange={change} />}
      <p role="status" className="sr-only">
        {done}
      </p>
    </div>
  );
}
