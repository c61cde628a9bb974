import { latePart } from '#shared/loading/late-part.tsx';

/** The home page's example, a script of its own that searches do without. Loaded before the home page is hydrated. */
export const ExampleSlot = latePart(() => import('./home-example.tsx'), 'HomeExample', {
  fallback: null,
});
