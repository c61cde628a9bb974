import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { CopyField } from '#shared/ui/copy-field.tsx';

interface ShownOnceProps {
  title: string;
  children: ReactNode;
  secrets: readonly { label: string; value: string }[];
  onDone: () => void;
}

/** Shows new secrets, which the server returns only once. Takes the focus. */
export function ShownOnce({ title, children, secrets, onDone }: ShownOnceProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={title}
      className="space-y-4 rounded-2xl border border-accent bg-surface p-4 outline-none sm:p-5"
    >
      <div className="flex gap-3">
        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0 text-link" strokeWidth={1.75} />
        <div className="min-w-0 flex-1 space-y-1 text-[0.9375rem] leading-relaxed">
          <h3 className="font-semibold wrap-anywhere">{title}</h3>
          <p className="text-soft">
            <strong className="font-semibold text-ink">Copy it now. It is shown only once.</strong>{' '}
            {children}
          </p>
        </div>
      </div>
      {secrets.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
      <Button className="h-11 px-5 text-[0.9375rem]" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
