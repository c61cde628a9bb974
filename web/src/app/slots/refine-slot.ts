import { latePart } from '#shared/loading/late-part.tsx';

/** Loaded after hydration, because it needs JavaScript. */
export const RefineSlot = latePart(() => import('./query-row.tsx'), 'QueryRow', 'afterwards');
