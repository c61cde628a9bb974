import { useEffect, useRef } from 'react';
import { TextButton } from '#shared/ui/text-button.tsx';

/** How far below the window older matches are read, so that scrolling does not wait for them. */
const AHEAD = '600px';

interface MoreButtonProps {
  isBusy: boolean;
  /** True if scrolling reads further. Otherwise, only a press does. */
  isAutomatic: boolean;
  onMore: () => void;
}

export function MoreButton({ isBusy, isAutomatic, onMore }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = isAutomatic && !isBusy;

  useEffect(() => {
    if (!isWaiting || button.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === true) onMore();
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  });

  return (
    <TextButton
      ref={button}
      className="mt-4 min-h-11"
      data-more
      aria-disabled={isBusy || undefined}
      onClick={onMore}
    >
      Show more
    </TextButton>
  );
}
