const PATHS = {
  menu: 'M4 5h16M4 12h16M4 19h16',
  down: 'm6 9 6 6 6-6',
  right: 'm9 18 6-6-6-6',
};

interface FrameIconProps {
  name: keyof typeof PATHS;
  className: string;
}

/** The icon library would add 1 kB to the scripts of every page. */
export function FrameIcon({ name, className }: FrameIconProps) {
  return <LineIcon path={PATHS[name]} className={className} />;
}

export function LineIcon({ path, className }: { path: string; className: string }) {
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
      <path d={path} />
    </svg>
  );
}
