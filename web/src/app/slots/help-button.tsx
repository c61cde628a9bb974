import { useRef, useState } from 'react';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';

const QuestionsHelp = lazyNamed(
  () => import('#features/search/help/questions-help.tsx'),
  'QuestionsHelp',
);

/** Opens the help on what can be asked. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <TextButton
        ref={button}
        aria-haspopup="dialog"
        className="min-h-9 px-1 text-sm"
        onClick={() => setOpen(true)}
      >
        Search tips
      </TextButton>
      {open && (
        <QuietBoundary fallback={null}>
          <QuestionsHelp
            onClose={() => setOpen(false)}
            onClosed={() => button.current?.focus({ preventScroll: true })}
          />
        </QuietBoundary>
      )}
    </>
  );
}
