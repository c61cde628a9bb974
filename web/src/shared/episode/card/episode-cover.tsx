import { AudioLines } from 'lucide-react';
import { useState } from 'react';

interface EpisodeCoverProps {
  image: string;
  /** Its width; it is a square. */
  className?: string;
}

/** The cover of an episode, loaded when it comes near the screen; a plain placeholder where there is none. */
export function EpisodeCover({ image, className = 'w-16 sm:w-28' }: EpisodeCoverProps) {
  const [broken, setBroken] = useState('');
  /** A cover of a prerendered page may have failed before the page was taken over: its event is gone. */
  function noteEarlyFailure(cover: HTMLImageElement | null) {
    if (!cover?.complete || cover.naturalWidth > 0) return;
    // A picture without a size of its own is none that failed.
    cover.decode().catch(() => setBroken(image));
  }
  const shown = image !== '' && broken !== image;
  return (
    <div
      className={`flex aspect-square shrink-0 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken ${className}`}
    >
      {shown ? (
        <img
          src={image}
          alt=""
          width={224}
          height={224}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          ref={noteEarlyFailure}
          onError={() => setBroken(image)}
        />
      ) : (
        <AudioLines aria-hidden className="size-2/5 text-soft opacity-60" strokeWidth={1.5} />
      )}
    </div>
  );
}
