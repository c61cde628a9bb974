import { type RefineProps, RefineRow } from '#features/search/refine/refine-row.tsx';
import { latePart } from '#shared/loading/late-part.tsx';
import { HelpButton } from './help-button.tsx';

// Needs the language of queries, which most searches do without.
const RefinePanel = latePart(
  () => import('#features/search/refine/refine-panel.tsx'),
  'RefinePanel',
  { fallback: <div className="h-9" /> },
);

/** Below the search field: the parts of what is typed, as something to press, and the help. */
export function QueryRow(props: RefineProps) {
  return <RefineRow {...props} panel={RefinePanel} help={<HelpButton />} />;
}
