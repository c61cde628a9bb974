import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect } from 'react';
import { useScrollEnds } from './use-scroll-ends.ts';

interface ScrollArrowsProps {
  /** What is scrolled; it is told by `data-at-end` that there is no more. */
  row: RefObject<HTMLElement | null>;
  title: string;
}

/** Two buttons that scroll a row; none where all of it fits. */
export function ScrollArrows({ row, title }: ScrollArrowsProps) {
  const { atStart, atEnd } = useScrollEnds(row);

  useEffect(() => {
    row.current?.toggleAttribute('data-at-end', atEnd);
  }, [row, atEnd]);

  function scroll(direction: 1 | -1) {
    const list = row.current;
    list?.scrollBy({ left: direction * list.clientWidth * 0.8 });
  }

  if (atStart && atEnd) return null;
  return (
    <>
      <Arrow
        label={`Scroll ${title} back`}
        tip="Back"
        icon={ChevronLeft}
        disabled={atStart}
        onClick={() => scroll(-1)}
      />
      <Arrow
        label={`Scroll ${title} on`}
        tip="More"
        icon={ChevronRight}
        disabled={atEnd}
        onClick={() => scroll(1)}
      />
    </>
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
      className="hidden size-9 place-items-center rounded-full border border-line bg-surface transition-[background-color,opacity] hover:bg-sunken disabled:opacity-35 disabled:hover:bg-surface pointer-fine:grid noscript:hidden"
      {...rest}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
