import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface FactLineProps {
  id?: string | undefined;
  /** Facts without a text are left out. */
  facts: readonly ReactNode[];
  /** Shown if the window is wider than a phone's. */
  moreFacts?: readonly ReactNode[] | undefined;
}

/** The second line of a list's row. With this line height, six alerts fit on a phone's screen. */
export function FactLine({ id, facts, moreFacts = [] }: FactLineProps) {
  const shown = facts.filter(Boolean);
  return (
    <p
      id={id}
      className="text-[0.8125rem] leading-4 overflow-x-clip wrap-anywhere text-soft sm:text-sm sm:leading-5"
    >
      <span className="-ml-2.5 flex flex-wrap">
        {shown.map((fact, index) => (
          <Fact key={index} fact={fact} isFirst={index === 0} />
        ))}
        {moreFacts.filter(Boolean).map((fact, index) => (
          <Fact key={index} fact={fact} isFirst={false} className="max-sm:hidden" />
        ))}
      </span>
    </p>
  );
}

interface FactProps {
  fact: ReactNode;
  isFirst: boolean;
  className?: string;
}

/** The dot stands left of its fact. At the start of a line, the paragraph cuts it off. */
function Fact({ fact, isFirst, className }: FactProps) {
  return (
    <span className={clsx('relative min-w-0 pl-2.5', className)}>
      {!isFirst && (
        <span aria-hidden className="absolute left-0 w-2.5 text-center whitespace-pre">
          {' · '}
        </span>
      )}
      <bdi>{fact}</bdi>
    </span>
  );
}
