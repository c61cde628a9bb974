import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type RefObject, useEffect, useState } from 'react';

/** Tolerance in CSS pixels, because scroll positions are fractions on some screens. */
const SLACK_PX = 2;

/** `atStart` and `atEnd` are both true if everything fits. */
function useScrollEnds(element: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState({ atStart: true, atEnd: false });

  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return;
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = scroller;
      const atStart = scrollLeft <= SLACK_PX;
      const atEnd = scrollLeft + clientWidth >= scrollWidth - SLACK_PX;
      setEnds((before) =>
        before.atStart === atStart && before.atEnd === atEnd ? before : { atStart, atEnd },
      );
    };
    // The observer fires once the element is laid out. Measuring now would force a layout.
    const resizes = new ResizeObserver(measure);
    resizes.observe(scroller);
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      resizes.disconnect();
      scroller.removeEventListener('scroll', measure);
    };
  }, [element]);

  return ends;
}

interface ScrollArrowsProps {
  /** The scrolling element. It has the attribute `data-at-end` while scrolled to its end. */
  row: RefObject<HTMLElement | null>;
  title: string;
}

/** The arrows are hidden if everything fits. */
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
