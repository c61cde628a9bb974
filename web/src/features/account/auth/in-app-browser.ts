/** Apps with a built-in browser, by a part of its user agent. */
const APPS: readonly (readonly [name: string, agent: RegExp])[] = [
  ['Instagram', /\bInstagram\b/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/(Messenger|Orca)/i],
  ['Threads', /\bBarcelona\b/],
  ['Facebook', /\bFB(AN|AV|IOS)\/|\bFB_IAB\b/],
  ['TikTok', /musical_ly|BytedanceWebview|\bTikTok\b|\btrill_/i],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['Snapchat', /\bSnapchat\b/],
  ['Pinterest', /\[?\bPinterest\//],
  ['X', /\bTwitter for (iPhone|iPad)\b|\bTwitterAndroid\b/],
  ['WeChat', /\bMicroMessenger\//],
  ['LINE', /\bLine\/\d/],
];

/** Other Android apps that show pages in a WebView. */
const WEB_VIEW = /\bAndroid\b.*; wv\)/;

/**
 * Returns the name of the app whose built-in browser this is, or "this app" if unknown; null for a normal browser.
 * Google refuses sign-in in such browsers (403 disallowed_useragent).
 */
export function inAppBrowser(userAgent: string): string | null {
  const known = APPS.find(([, agent]) => agent.test(userAgent));
  if (known) return known[0];
  return WEB_VIEW.test(userAgent) ? 'this app' : null;
}

/** Opens the page in the device's browser: an intent on Android, Safari's scheme on iOS 17 and later. */
export function outsideLink(userAgent: string, { host, pathname, search }: URL): string {
  const page = `${host}${pathname}${search}`;
  return userAgent.includes('Android')
    ? `intent://${page}#Intent;scheme=https;end`
    : `x-safari-https://${page}`;
}
