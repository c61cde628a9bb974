import { useRef, useState } from 'react';
import { latePart } from '#shared/loading/late-part.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';

const QueryHelp = latePart(() => import('#features/search/help/query-help.tsx'), 'QueryHelp', {
  fallback: null,
});

export function HelpButton() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <TextButton
        ref={button}
        aria-haspopup="dialog"
        className="-mr-1 min-h-9 px-1 text-sm"
        onClick={() => setOpen(true)}
      >
        Search tips
      </TextButton>
      {open && (
        <QueryHelp
          onClose={() => setOpen(false)}
          onClosed={() => button.current?.focus({ preventScroll: true })}
        />
      )}
    </>
  );
}
