import { lazyNamed } from '#shared/loading/lazy-named.tsx';
import { OrNothing } from './or-nothing.tsx';

const CoverageText = lazyNamed(() => import('./coverage-text.tsx'), 'CoverageText');

/** Where it says how much is searched; keeps its place while it is empty, so that nothing below it moves. */
export function CoverageLine() {
  return (
    <p className="min-h-10 text-center text-balance text-sm text-soft sm:min-h-6">
      <OrNothing>
        <CoverageText />
      </OrNothing>
    </p>
  );
}
