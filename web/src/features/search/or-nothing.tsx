import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';

/** For a late part that the page can do without: nothing until it is there, and where it cannot be. */
export function OrNothing({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary instead={() => null}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
