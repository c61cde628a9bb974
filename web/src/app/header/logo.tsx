import { site } from '#shared/site.ts';

export function Logo() {
  return (
    <span className="flex items-center gap-2.5 text-xl font-bold tracking-display">
      <svg aria-hidden viewBox="0 0 32 32" className="size-8">
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <g fill="none" strokeLinecap="round" strokeLinejoin="round" className="stroke-on-accent">
          <path d="M9.5 16.6h10.8a5.4 5.4 0 1 0-1.9 4.2" strokeWidth="2.8" />
          <path d="M23.3 9.6a9.6 9.6 0 0 1 0 12.8" strokeWidth="2.4" />
        </g>
      </svg>
      {site.name}
    </span>
  );
}
