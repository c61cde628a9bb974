import { MessagePage } from './message-page.tsx';

export function NotFoundPage() {
  return (
    <MessagePage name="Page not found" kicker="404" heading="Nothing to hear here">
      There is no page at this address. It may have moved, or the link may be mistyped.
    </MessagePage>
  );
}
