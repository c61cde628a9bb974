import { isMobileAgent } from '#shared/is-mobile-agent.ts';

interface Surroundings {
  userAgent: string;
  standalone: boolean;
  framed: boolean;
}

/** True where popups are unreliable: on mobile devices, in installed apps and in iframes. */
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
