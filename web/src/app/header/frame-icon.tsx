const PATHS = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  down: 'm6 9 6 6 6-6',
  right: 'm9 18 6-6-6-6',
  search: 'm21 21-4.3-4.3M11 19a8 8 0 1 1 0-16 8 8 0 0 1 0 16Z',
  close: 'M6 6l12 12M18 6 6 18',
};

interface FrameIconProps {
  name: keyof typeof PATHS;
  className: string;
}

/** An icon of the header. The icon library would add 1 kB to the scripts of every page. */
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
