import { EpisodeSkeleton } from '#shared/episode/card/episode-skeleton.tsx';

export function MatchSkeletons({ className }: { className: string }) {
  return (
    <div className={`min-h-svh space-y-3 ${className}`}>
      {[0, 1, 2].map((index) => (
        <EpisodeSkeleton key={index} compact />
      ))}
    </div>
  );
}
