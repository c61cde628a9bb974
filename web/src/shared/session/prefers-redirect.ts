import { isMobileAgent } from '#shared/is-mobile-agent.ts';

interface Surroundings {
  userAgent: string;
  /** Whether the site runs as an installed app. */
  standalone: boolean;
  /** Whether the page stands inside another site's frame. */
  framed: boolean;
}

/** Where a popup cannot be relied on: on mobile devices, in installed apps and inside frames. */
export function prefersRedirect({ userAgent, standalone, framed }: Surroundings): boolean {
  return standalone || framed || isMobileAgent(userAgent);
}

export function surroundings(): Surroundings {
  return {
    userAgent: navigator.userAgent,
    standalone: window.matchMedia('(display-mode: standalone)').matches,
    framed: window.self !== window.top,
  };
}
