import type { ReactNode } from 'react';
import type { RefineProps } from '#features/search/refine/refine-row.tsx';
import { useLatePart } from '#shared/loading/use-late-part.ts';

const load = () => import('#app/slots/question-row.tsx');

/** Nothing of it works before the scripts do, so it comes after them. */
function LateRow(props: RefineProps) {
  const QuestionRow = useLatePart(load)?.QuestionRow;
  return QuestionRow && <QuestionRow {...props} />;
}

/** What stands below the search field. */
export function refineSlot(props: RefineProps): ReactNode {
  return <LateRow {...props} />;
}
