/** The placeholder of an episode card while results load. */
export function EpisodeSkeleton() {
  return (
    <div
      aria-hidden
      className="grid animate-pulse grid-cols-[auto_1fr] gap-x-3.5 rounded-2xl border border-line bg-surface p-4 sm:grid-rows-[auto_1fr] sm:gap-x-6 sm:p-5"
    >
      <div className="size-16 rounded-xl bg-sunken sm:row-span-2 sm:size-28" />
      <div className="self-center sm:self-start sm:pt-1">
        <div className="h-5 w-4/5 rounded-md bg-sunken" />
      </div>
      <div className="max-sm:col-span-2">
        <div className="mt-3 h-3.5 w-3/5 rounded-md bg-sunken" />
        <div className="mt-4 space-y-2.5">
          <div className="h-3.5 rounded-md bg-sunken" />
          <div className="h-3.5 rounded-md bg-sunken" />
          <div className="h-3.5 w-3/5 rounded-md bg-sunken" />
        </div>
        <div className="mt-4 h-11 w-24 rounded-full bg-sunken" />
      </div>
    </div>
  );
}
