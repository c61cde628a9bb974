import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useKeptFocus } from '#shared/ui/take-lost-focus.ts';

/** A labelled row with the buttons of one setting. */
export function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-2">
      <span className="mr-1">{label}:</span>
      {children}
    </div>
  );
}

export function Press({ disabled = false, ...rest }: Omit<ComponentProps<'button'>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, disabled);
  return (
    <button
      ref={button}
      type="button"
      disabled={disabled}
      className="min-h-9 max-w-full rounded-full border border-line bg-surface px-3.5 font-medium wrap-anywhere text-ink transition-colors enabled:hover:border-field disabled:opacity-70 aria-pressed:border-link aria-pressed:text-link"
      {...rest}
    />
  );
}
