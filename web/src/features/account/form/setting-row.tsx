import { type ReactNode, useId } from 'react';
import { clsx } from 'clsx';

interface SettingRowProps {
  title: string;
  text: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  action: ReactNode;
  children?: ReactNode;
}

export function SettingRow({ title, text, icon, danger, action, children }: SettingRowProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-52">
          <h2
            id={headingId}
            className={clsx(
              'flex items-center gap-2 text-lg font-semibold tracking-title',
              danger && 'text-danger',
            )}
          >
            {icon}
            {title}
          </h2>
          <p className={clsx('mt-0.5 text-sm leading-relaxed', danger ? 'text-ink' : 'text-soft')}>
            {text}
          </p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
