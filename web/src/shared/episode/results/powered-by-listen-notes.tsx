/** Listen Notes' terms ask to be named on every page that shows its data. */
export function PoweredByListenNotes() {
  return (
    <a
      href="https://www.listennotes.com/"
      target="_blank"
      rel="noopener"
      className="rounded-sm text-link underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      Powered by Listen Notes
    </a>
  );
}
