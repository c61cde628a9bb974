import type { RefineProps } from '#features/search/refine/refine-row.tsx';
import { useLatePart } from '#shared/loading/use-late-part.ts';

const load = () => import('#app/slots/question-row.tsx');

/** What stands below the search field. Nothing of it works before the scripts do, so it comes after them. */
export function RefineSlot(props: RefineProps) {
  const QuestionRow = useLatePart(load)?.QuestionRow;
  return QuestionRow && <QuestionRow {...props} />;
}
