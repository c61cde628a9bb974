import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useKeptFocus } from '#shared/ui/take-lost-focus.ts';

export function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={SETTING_ROW}>
      <span>{label}:</span>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

export const SETTING_ROW = 'grid items-center gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_minmax(0,1fr)]';

interface SegmentsProps {
  label: string;
  disabled: boolean;
  isSecond: boolean;
  options: readonly [string, string];
  onChoose: (isSecond: boolean) => void;
}

export function Segments({ label, disabled, isSecond, options, onChoose }: SegmentsProps) {
  return (
    <Choice label={label}>
      <span className="inline-flex max-w-full flex-wrap rounded-xl border border-line bg-surface p-0.5">
        {options.map((name, at) => (
          <Press
            key={name}
            disabled={disabled}
            aria-pressed={isSecond === (at === 1)}
            className="min-h-9 max-w-full rounded-lg px-3 font-medium wrap-anywhere text-soft transition-colors enabled:hover:text-ink disabled:opacity-70 aria-pressed:bg-sunken aria-pressed:text-ink"
            onClick={() => onChoose(at === 1)}
          >
            {name}
          </Press>
        ))}
      </span>
    </Choice>
  );
}

export function Press({
  disabled = false,
  className = 'min-h-9 max-w-full rounded-full border border-line bg-surface px-3.5 font-medium wrap-anywhere text-ink transition-colors enabled:hover:border-field disabled:opacity-70',
  ...rest
}: Omit<ComponentProps<'button'>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button, disabled);
  return <button ref={button} type="button" disabled={disabled} className={className} {...rest} />;
}
