import { latePart } from '#shared/loading/late-part.tsx';

/** A separate script that loads before hydration, so that searches do not load it. */
export const ExampleSlot = latePart(() => import('./home-example.tsx'), 'HomeExample', {
  fallback: null,
});
