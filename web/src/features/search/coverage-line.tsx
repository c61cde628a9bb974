import { useLatePart } from '#shared/loading/use-late-part.ts';

const load = () => import('./coverage-text.tsx');

/** Where it says how much is searched; keeps its place while it is empty, so that nothing below it moves. */
export function CoverageLine() {
  const CoverageText = useLatePart(load)?.CoverageText;
  return (
    <p className="min-h-10 text-center text-balance text-sm text-soft sm:min-h-6">
      {CoverageText && <CoverageText />}
    </p>
  );
}
