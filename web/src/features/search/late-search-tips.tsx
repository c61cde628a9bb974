import { Suspense } from 'react';
import { ErrorBoundary } from '#shared/loading/error-boundary.tsx';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';

const SearchTips = lazyNamed(() => import('./search-tips.tsx'), 'SearchTips');

/** The tips, which stand below everything else: loaded after it, and left out where they cannot be. */
export function LateSearchTips() {
  return (
    <ErrorBoundary instead={() => null}>
      <Suspense fallback={null}>
        <SearchTips />
      </Suspense>
    </ErrorBoundary>
  );
}
