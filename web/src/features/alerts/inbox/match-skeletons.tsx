import { EpisodeSkeleton } from '#shared/episode/card/episode-skeleton.tsx';

/** As high as a day's name and its first matches. */
export function MatchSkeletons() {
  return (
    <div className="mt-5 min-h-svh">
      <div aria-hidden className="h-5 w-16 animate-pulse rounded-md bg-sunken" />
      <div className="mt-2 space-y-3">
        {[0, 1, 2].map((index) => (
          <EpisodeSkeleton key={index} compact />
        ))}
      </div>
    </div>
  );
}
