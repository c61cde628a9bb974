import { latePart } from '#shared/loading/late-part.tsx';

/** The home page's example, in a separate script that searches do not load. It loads before hydration. */
export const ExampleSlot = latePart(() => import('./home-example.tsx'), 'HomeExample', {
  fallback: null,
});
