import { SlidersHorizontal } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { mayHaveQuerySyntax } from './may-have-query-syntax.ts';

export interface RefineProps {
  /** What stands in the search field. */
  text: string;
  /** Called with the changed text. */
  onText: (text: string) => void;
}

interface RefineRowProps extends RefineProps {
  /** The parts of what is asked; `open` where more can be added. */
  panel: ComponentType<RefineProps & { open: boolean }>;
  /** At the end of the row. */
  help: ReactNode;
}

/** Below the search field: the way to the controls and to the help, and the parts of what is asked. */
export function RefineRow({ text, onText, panel: Panel, help }: RefineRowProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function change(changed: string) {
    onText(changed);
    // What was pressed is gone.
    button.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div className="flex items-center justify-between gap-3">
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
        {help}
      </div>
      {(open || mayHaveQuerySyntax(text)) && <Panel text={text} open={open} onText={change} />}
    </>
  );
}
