import type { ComponentProps } from 'react';
import { type RefineProps, RefineRow } from '#features/search/refine/refine-row.tsx';
import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { QuietBoundary } from '#app/boundaries/quiet-boundary.tsx';
import { HelpButton } from './help-button.tsx';

// Needs the language of questions, which most searches do without.
const RefinePanel = lazyNamed(
  () => import('#features/search/refine/refine-panel.tsx'),
  'RefinePanel',
);

/** Below the search field: the parts of what is typed, as something to press, and the help. */
export function QuestionRow(props: RefineProps) {
  return <RefineRow {...props} panel={QuietPanel} help={<HelpButton />} />;
}

function QuietPanel(props: ComponentProps<typeof RefinePanel>) {
  return (
    <QuietBoundary fallback={<div className="h-9" />}>
      <RefinePanel {...props} />
    </QuietBoundary>
  );
}
