/** Keeps the place of what makes an alert until it is loaded, so that nothing below it moves. */
export function AlertPlace() {
  return <div className="h-16.5 rounded-2xl border border-line bg-surface shadow-card" />;
}
