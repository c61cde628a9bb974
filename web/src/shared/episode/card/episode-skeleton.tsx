export function EpisodeSkeleton({ compact = false }: { compact?: boolean }) {
  return (
    <div aria-hidden className="episode animate-pulse">
      <div className="episode-grid" data-compact={compact || undefined}>
        <div data-cover className="aspect-square self-start rounded-xl bg-sunken" />
        <h3>
          <span className="block h-5.5 w-4/5 rounded-md bg-sunken" />
        </h3>
        <div className="episode-facts">
          <div className="h-5 w-3/5 rounded-md bg-sunken" />
        </div>
        <div className="episode-body">
          <div className="space-y-2.5 pt-2">
            <div className="h-3.5 rounded-md bg-sunken" />
            <div className="h-3.5 rounded-md bg-sunken" />
            <div className="h-3.5 w-3/5 rounded-md bg-sunken" />
          </div>
          <div className="mt-4 h-11 w-24 rounded-full bg-sunken" />
        </div>
      </div>
    </div>
  );
}
