import { latePart } from '#shared/loading/late-part.tsx';

/** What stands below the search field. Nothing of it works before the scripts do, so it comes after them. */
export const RefineSlot = latePart(() => import('./query-row.tsx'), 'QueryRow', 'afterwards');
