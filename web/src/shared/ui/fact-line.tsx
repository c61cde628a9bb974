import { Fragment, type ReactNode } from 'react';

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
      className="text-[0.8125rem] leading-4 wrap-anywhere text-soft sm:text-sm sm:leading-5"
    >
      {shown.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && DOT}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
      {moreFacts.filter(Boolean).map((fact, index) => (
        <span key={index} className="max-sm:hidden">
          {DOT}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

const DOT = <span aria-hidden> · </span>;
