import type { PushSupport } from '#shared/page/push-subscription.ts';
import { site } from '#shared/site.ts';

/** What the person needs to know, or do first, to get notifications in this browser. */
export function PushNote({ support }: { support: PushSupport }) {
  return <p className="text-sm leading-relaxed text-soft">{TEXTS[support]}</p>;
}

const TEXTS: Record<PushSupport, string> = {
  ready:
    'Your browser asks for your permission. Notifications also arrive while the site is closed, until you sign out here. Add each of your devices there.',
  blocked: `This browser blocks notifications of ${site.name}. Allow them in its settings for this site, then reload the page.`,
  'home-screen': `On iPhone and iPad, notifications need the app: press Share, then “Add to Home Screen”, open ${site.name} from there and add this channel again.`,
  unsupported: 'This browser cannot show notifications of websites.',
  off: '',
};
