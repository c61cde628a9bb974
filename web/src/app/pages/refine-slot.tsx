import type { ReactNode } from 'react';
import type { RefineProps } from '#features/search/refine/refine-row.tsx';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';

// Nothing of it works before the scripts do, so it comes after them.
const QuestionRow = lazyNamed(() => import('#app/slots/question-row.tsx'), 'QuestionRow');

/** What stands below the search field. */
export function refineSlot(props: RefineProps): ReactNode {
  return (
    <QuietBoundary fallback={null}>
      <QuestionRow {...props} />
    </QuietBoundary>
  );
}
