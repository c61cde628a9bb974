/** @param className Position and outline. */
export function UnreadMark({ className }: { className: string }) {
  return (
    <span className={`rounded-full bg-link forced-colors:bg-[CanvasText] ${className}`}>
      <span className="sr-only">Unread: </span>
    </span>
  );
}
