import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ComponentProps, useId, useRef } from 'react';
import type { HomeGroup } from '#content/home-groups.ts';
import { EntityCard } from '#shared/ui/entity-card.tsx';
import { useScrollEnds } from './use-scroll-ends.ts';

/** A row of cards that scrolls sideways: by touch, by wheel, by keyboard, and by its two buttons. */
export function TrendingGroup({ group }: { group: HomeGroup }) {
  const headingId = useId();
  const row = useRef<HTMLUListElement>(null);
  const { atStart, atEnd } = useScrollEnds(row);

  function scroll(direction: 1 | -1) {
    const list = row.current;
    list?.scrollBy({ left: direction * list.clientWidth * 0.8 });
  }

  return (
    <section aria-labelledby={headingId}>
      <div className="flex min-h-9 items-center gap-2 px-4 sm:px-6">
        <h3 id={headingId} className="flex-1 font-semibold tracking-title">
          {group.title}
        </h3>
        {!(atStart && atEnd) && (
          <>
            <Arrow
              label={`Scroll ${group.title} back`}
              tip="Back"
              icon={ChevronLeft}
              disabled={atStart}
              onClick={() => scroll(-1)}
            />
            <Arrow
              label={`Scroll ${group.title} on`}
              tip="More"
              icon={ChevronRight}
              disabled={atEnd}
              onClick={() => scroll(1)}
            />
          </>
        )}
      </div>
      {/* Focusable itself, so that the arrow keys scroll it; its padding leaves room for focus rings. */}
      <ul
        ref={row}
        tabIndex={0}
        aria-labelledby={headingId}
        className={clsx(
          !atEnd && '[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)]',
          'mt-1 flex snap-x snap-proximity scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain scroll-smooth px-4 py-2 [scrollbar-width:none] motion-reduce:scroll-auto sm:scroll-px-6 sm:px-6',
        )}
      >
        {group.entities.map((entity) => (
          <li key={entity.slug} className="w-56 shrink-0 snap-start sm:w-64">
            <EntityCard entity={entity} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ArrowProps extends ComponentProps<'button'> {
  label: string;
  tip: string;
  icon: LucideIcon;
}

function Arrow({ label, tip, icon: Icon, ...rest }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip}
      className="hidden size-9 place-items-center rounded-full border border-line bg-surface transition-[background-color,opacity] hover:bg-sunken disabled:opacity-35 disabled:hover:bg-surface pointer-fine:grid"
      {...rest}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
