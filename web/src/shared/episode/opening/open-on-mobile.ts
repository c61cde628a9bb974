import type { Episode } from 'functions/contract';
import { type PodcastApp, podcastApps } from './podcast-apps.ts';
import { mayTryApp, tryApp, type TryOutcome } from './try-app.ts';

/** What opening an episode on a phone needs of the browser. */
interface MobileBrowser {
  userAgent: string;
  mayTryApp(): boolean;
  tryApp(link: string, signal: AbortSignal): Promise<TryOutcome>;
  openTab(link: string): void;
}

interface OpenOptions {
  /** Stops trying, and opens nothing. */
  signal: AbortSignal;
  /** Called with each app when it is tried. */
  onTry: (app: PodcastApp) => void;
  browser?: MobileBrowser;
}

/**
 * Opens an episode on a mobile device: in the first podcast app that comes to the front within a
 * second of being asked, or in a new tab when none does; an app that the browser refuses to ask costs
 * no wait. On a desktop the plain link does it.
 */
export async function openOnMobile(
  episode: Pick<Episode, 'title' | 'podcast' | 'link'>,
  { signal, onTry, browser = thisBrowser }: OpenOptions,
): Promise<'app' | 'tab' | 'stopped'> {
  for (const app of podcastApps(episode, browser.userAgent)) {
    if (!browser.mayTryApp()) break;
    onTry(app);
    const outcome = await browser.tryApp(app.link, signal);
    if (outcome === 'opened') return 'app';
    if (signal.aborted) return 'stopped';
  }
  browser.openTab(episode.link);
  return 'tab';
}

const thisBrowser: MobileBrowser = {
  get userAgent() {
    return navigator.userAgent;
  },
  mayTryApp,
  tryApp,
  openTab(link) {
    const tab = window.open(link, '_blank');
    if (tab) tab.opener = null;
    // A tap lets a page open one thing: where that was an app, the browser blocks the tab.
    else window.location.assign(link);
  },
};
