/** As high as the button that creates an alert, until that is loaded, so that nothing below moves. */
export function AlertPlace() {
  return <div className="h-12.5 lg:h-16.5 rounded-2xl border border-line bg-surface shadow-card" />;
}
