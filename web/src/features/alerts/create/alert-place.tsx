/** A placeholder as high as the button that creates an alert, to avoid a layout shift. */
export function AlertPlace() {
  return <div className="h-12.5 lg:h-16.5 rounded-2xl border border-line bg-surface shadow-card" />;
}
