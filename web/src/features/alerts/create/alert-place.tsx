/** A placeholder as high as the button that creates an alert, to avoid a layout shift. */
export function AlertPlace() {
  return (
    <p className="flex h-12.5 items-center gap-3 rounded-2xl border border-line bg-surface px-4 font-semibold text-soft shadow-card max-sm:text-[0.9375rem] lg:h-16.5 lg:px-5">
      <span aria-hidden className="size-6 shrink-0 rounded-full bg-sunken" />
      Loading alerts…
    </p>
  );
}
