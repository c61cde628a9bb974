import type { ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { NoticePage } from './notice-page.tsx';

interface CrashNoticeProps {
  small?: boolean | undefined;
  /** A further button. */
  children?: ReactNode;
}

/** Says that something went wrong, and that reloading usually helps. */
export function CrashNotice({ small, children }: CrashNoticeProps) {
  return (
    <NoticePage
      heading="Something went wrong"
      text="This page ran into an error. Loading it again usually helps."
      small={small}
    >
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      {children}
    </NoticePage>
  );
}
