/** The three icons of the header, as SVG paths on a grid of 24 by 24. */
const PATHS = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  down: 'm6 9 6 6 6-6',
  right: 'm9 18 6-6-6-6',
};

interface FrameIconProps {
  name: keyof typeof PATHS;
  /** Its size, and what else it needs. */
  className: string;
}

/**
 * An icon in the header. Not from the icon library, which would add a kilobyte to the scripts that
 * every page begins with.
 */
export function FrameIcon({ name, className }: FrameIconProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
