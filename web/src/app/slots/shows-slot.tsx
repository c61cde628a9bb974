import { latePart } from '#shared/loading/late-part.tsx';

/** The followed shows, below the alerts; keeps some of its room while it loads. */
export const ShowsSlot = latePart(
  () => import('#features/shows/shows-section.tsx'),
  'ShowsSection',
  { fallback: <div className="min-h-60" /> },
);
