import { latePart } from '#shared/loading/late-part.tsx';

/** The row below the search field, loaded after hydration because it needs JavaScript. */
export const RefineSlot = latePart(() => import('./query-row.tsx'), 'QueryRow', 'afterwards');
