import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export function MomentList({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section aria-label={heading}>
      <h3 className="text-sm font-semibold">{heading}</h3>
      <ul className="mt-1">{children}</ul>
    </section>
  );
}

interface MomentButtonProps {
  time: string;
  isPresent?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function MomentButton({ time, isPresent = false, onClick, children }: MomentButtonProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        aria-current={isPresent || undefined}
        className={clsx(
          '-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-baseline gap-3 rounded-xl px-2 py-2.5 text-left text-[0.9375rem] leading-snug transition-colors hover:bg-sunken',
          isPresent ? 'bg-sunken font-medium' : 'text-soft',
        )}
      >
        <span className="w-14 shrink-0 text-right whitespace-nowrap text-sm font-semibold text-link tabular-nums">
          {time}
        </span>{' '}
        <span className={clsx('min-w-0', !isPresent && 'line-clamp-2')}>{children}</span>
      </button>
    </li>
  );
}
