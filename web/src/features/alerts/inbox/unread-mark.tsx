export function UnreadMark() {
  return (
    <span className="mr-2 inline-block size-2 rounded-full bg-link align-middle forced-colors:bg-[CanvasText]">
      <span className="sr-only">Unread: </span>
    </span>
  );
}
