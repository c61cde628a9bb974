import type { Episode } from 'functions/contract';

const APP_PATIENCE_MS = 1000;

/** Links that the podcast apps answer to, in the order they are tried. */
export function podcastAppLinks({ title, podcast }: Pick<Episode, 'title' | 'podcast'>): string[] {
  const wanted = encodeURIComponent(`${podcast} ${title}`);
  return [
    `podcasts://search?term=${wanted}`,
    `spotify:search:${wanted}`,
    `overcast://search?q=${wanted}`,
    `pktc://search?q=${wanted}`,
  ];
}

/** What opening an episode on a phone needs of the browser. */
export interface MobileOpener {
  /** Hands a link of an app's own scheme to the system, which may do nothing with it. */
  tryApp(link: string): void;
  /** True once another app has come to the front. */
  hasLeft(): boolean;
  openTab(link: string): void;
  wait(ms: number): Promise<void>;
}

/**
 * Opens an episode on a mobile device: in the first podcast app that comes to the front within a
 * second of being asked, or in a new tab when none does. On a desktop the plain link does it.
 */
export async function openOnMobile(
  episode: Pick<Episode, 'title' | 'podcast' | 'link'>,
  opener: MobileOpener = browserOpener,
): Promise<'app' | 'tab'> {
  for (const link of podcastAppLinks(episode)) {
    opener.tryApp(link);
    await opener.wait(APP_PATIENCE_MS);
    if (opener.hasLeft()) return 'app';
  }
  opener.openTab(episode.link);
  return 'tab';
}

const browserOpener: MobileOpener = {
  tryApp(link) {
    // Firefox replaces the page by an error when no app answers to the scheme; in a frame it does not.
    if (!navigator.userAgent.includes('Firefox')) {
      window.location.assign(link);
      return;
    }
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = link;
    document.body.append(frame);
    setTimeout(() => frame.remove(), 2 * APP_PATIENCE_MS);
  },
  hasLeft: () => document.visibilityState === 'hidden',
  openTab(link) {
    const tab = window.open(link, '_blank');
    if (tab) tab.opener = null;
    // The tap may by now be too long ago for the browser to allow a new tab.
    else window.location.assign(link);
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
