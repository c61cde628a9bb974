import { type RefObject, useEffect, useState } from 'react';

/** Scroll positions are fractions of pixels on some screens. */
const SLACK_PX = 2;

/** Whether an element that scrolls sideways is at its start and at its end; both where all fits. */
export function useScrollEnds(element: RefObject<HTMLElement | null>) {
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
    // The observer calls once the element is laid out. Measuring now would force a layout.
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
