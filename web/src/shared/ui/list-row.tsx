import type { ReactNode, RefObject } from 'react';
import { FactLine, type FactLineProps } from './fact-line.tsx';

export interface ListRowProps extends Pick<FactLineProps, 'facts' | 'moreFacts'> {
  ref?: RefObject<HTMLDivElement | null>;
  /** An icon or a cover. */
  lead?: ReactNode;
  /** A heading or a paragraph. Other links and buttons stay above a {@link RowToggle} in it. */
  title: ReactNode;
  /** A state that is not the usual one, such as "Paused". */
  mark?: string | null | undefined;
  /** Follows the title on its line. */
  beside?: ReactNode;
  factsId?: string;
  actions?: ReactNode;
  /** Shown below the facts: a problem, a question. */
  children?: ReactNode;
}

/** A row of a member's list. Actions that leave the title no room, as with large text, move below the facts. */
export function ListRow(props: ListRowProps) {
  const { ref, lead, title, mark, beside, facts, moreFacts, factsId, actions, children } = props;
  return (
    <div ref={ref} className="relative flex gap-3 py-1 sm:py-2">
      {lead && <div className="flex h-11 shrink-0 items-center text-link">{lead}</div>}
      <div className="min-w-0 flex-1">
        <div className="flex min-h-11 flex-wrap items-center gap-x-1 sm:gap-x-3">
          <div className="min-w-0 flex-1 basis-32">
            <div className="flex flex-wrap items-baseline gap-x-2 leading-tight font-semibold">
              {title}
              {mark && (
                <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-soft">
                  {mark}
                </span>
              )}
              {beside}
            </div>
            <FactLine id={factsId} facts={facts} moreFacts={moreFacts} />
          </div>
          {actions && (
            <div className="relative ml-auto flex items-center gap-1 has-[>[data-tip]:last-child]:-mr-2">
              {actions}
            </div>
          )}
        </div>
        <div className="text-sm wrap-anywhere text-soft [&_:is(a,button)]:relative">{children}</div>
      </div>
    </div>
  );
}
