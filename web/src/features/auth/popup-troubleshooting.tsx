const WAYS_OUT = [
  'Allow popups for this site in your browser’s settings',
  'Disable popup and ad blockers for this site',
  'Try another browser',
  'Clear the cache and cookies of this site',
  'Use your email and password instead',
];

/** What to do when the browser would not open Google's window. */
export function PopupTroubleshooting() {
  return (
    <>
      <p className="mt-2 font-medium text-ink">What may help:</p>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-soft">
        {WAYS_OUT.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </>
  );
}
