import type { Episode } from 'functions/contract';
import { type PodcastApp, podcastApps } from './podcast-apps.ts';
import { mayTryApp, tryApp, type TryOutcome } from './try-app.ts';

interface MobileBrowser {
  userAgent: string;
  mayTryApp(): boolean;
  tryApp(link: string, signal: AbortSignal): Promise<TryOutcome>;
  openTab(link: string): void;
}

interface OpenOptions {
  signal: AbortSignal;
  onTry: (app: PodcastApp) => void;
  browser?: MobileBrowser;
}

/** Opens an episode in the first podcast app that comes to the foreground within a second, else in a new tab. */
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
    // `tab` is null if the browser blocks it, because an app's link has used the one navigation that a tap
    // allows.
    else window.location.assign(link);
  },
};
