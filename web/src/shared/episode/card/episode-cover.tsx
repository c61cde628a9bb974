import { AudioLines } from 'lucide-react';
import { useState } from 'react';

interface EpisodeCoverProps {
  image: string;
  className: string;
}

/** Loads lazily; shows a placeholder if there is no image. */
export function EpisodeCover({ image, className }: EpisodeCoverProps) {
  const [broken, setBroken] = useState('');
  /** React misses the error event of a prerendered cover that failed before hydration. */
  function noteEarlyFailure(cover: HTMLImageElement | null) {
    if (!cover?.complete || cover.naturalWidth > 0) return;
    // An SVG without intrinsic size also has naturalWidth 0; decode() distinguishes it from a failure.
    cover.decode().catch(() => setBroken(image));
  }
  const shown = image !== '' && broken !== image;
  return (
    <div
      className={`flex aspect-square shrink-0 items-center self-start justify-center overflow-hidden rounded-xl border border-line bg-sunken ${className}`}
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
