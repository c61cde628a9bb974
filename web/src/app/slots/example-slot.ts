import { latePart } from '#shared/loading/late-part.tsx';

/** In a separate script, which loads before hydration and which searches do not load. */
export const ExampleSlot = latePart(() => import('./home-example.tsx'), 'HomeExample', {
  fallback: null,
});
