import { latePart } from '#shared/loading/late-part.tsx';

/** A separate script, so that searches do not load it. It loads before hydration. */
export const ExampleSlot = latePart(() => import('./home-example.tsx'), 'HomeExample', {
  fallback: null,
});
