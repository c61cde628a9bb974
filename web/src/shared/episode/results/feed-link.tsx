export function FeedLink({ feed }: { feed: string }) {
  return (
    <a
      href={feed}
      className="inline-block rounded-sm py-0.5 text-link underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      RSS feed
    </a>
  );
}
