import { type RefineProps, RefineRow } from '#features/search/refine/refine-row.tsx';
import { latePart } from '#shared/loading/late-part.tsx';
import { HelpButton } from './help-button.tsx';

// Needs the query parser, which most searches do not.
const RefinePanel = latePart(
  () => import('#features/search/refine/refine-panel.tsx'),
  'RefinePanel',
  { fallback: null },
);

export function QueryRow(props: RefineProps) {
  return <RefineRow {...props} panel={RefinePanel} help={<HelpButton />} />;
}
