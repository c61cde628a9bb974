/** The shape of an episode card while its content is on the way. */
export function EpisodeSkeleton() {
  return (
    <div
      aria-hidden
      className="flex animate-pulse gap-4 rounded-2xl border border-line bg-surface p-4 sm:gap-6 sm:p-5"
    >
      <div className="aspect-square w-16 shrink-0 rounded-xl bg-sunken sm:w-28" />
      <div className="flex-1 space-y-3 pt-1">
        <div className="h-5 w-4/5 rounded-md bg-sunken" />
        <div className="h-4 w-2/5 rounded-md bg-sunken" />
        <div className="space-y-2 pt-1">
          <div className="h-3.5 rounded-md bg-sunken" />
          <div className="h-3.5 rounded-md bg-sunken" />
          <div className="h-3.5 w-3/5 rounded-md bg-sunken" />
        </div>
      </div>
    </div>
  );
}
