import type { ReactNode } from 'react';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { PartFailure } from '#shared/loading/load-part.ts';
import { CrashNotice } from './crash-notice.tsx';
import { PartNotice } from './part-notice.tsx';

/** Shows a page instead of nothing when a part of the app breaks or cannot be loaded. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      instead={(failure, again) =>
        failure instanceof PartFailure ? (
          <PartNotice failure={failure} onLoaded={again} />
        ) : (
          <CrashNotice />
        )
      }
    >
      {children}
    </ErrorBoundary>
  );
}
