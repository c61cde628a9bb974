import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { PartFailure } from '#shared/loading/load-part.ts';
import { usePartRetry } from './use-part-retry.ts';

interface QuietBoundaryProps {
  children: ReactNode;
  /** Shown while the children load, and when they cannot be shown. */
  fallback: ReactNode;
}

/**
 * For parts that load late and that the page can do without. When one breaks, the rest of the page
 * stays as it is; one that could not be loaded appears when the connection returns.
 */
export function QuietBoundary({ children, fallback }: QuietBoundaryProps) {
  return (
    <ErrorBoundary
      instead={(failure, again) => (
        <>
          {fallback}
          {failure instanceof PartFailure && <QuietRetry failure={failure} onLoaded={again} />}
        </>
      )}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function QuietRetry({ failure, onLoaded }: { failure: PartFailure; onLoaded: () => void }) {
  usePartRetry(failure, onLoaded);
  return null;
}
