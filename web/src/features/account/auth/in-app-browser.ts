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

/** Other apps that show pages in a WebView. On iOS, every browser's own user agent contains "Safari/". */
const ANDROID_WEB_VIEW = /\bAndroid\b.*; wv\)/;
const IOS_WEB_VIEW = /\((iPhone|iPad|iPod)\b(?!.*\bSafari\/)/;

/**
 * Returns the name of the app whose built-in browser this is, or "this app" if unknown; null for a normal browser.
 * Google refuses sign-in in such browsers (403 disallowed_useragent).
 * @param isInstalled True for this site on a home screen, whose user agent on iOS is that of a WebView.
 */
export function inAppBrowser(userAgent: string, isInstalled = false): string | null {
  const known = APPS.find(([, agent]) => agent.test(userAgent));
  if (known) return known[0];
  const isWebView =
    ANDROID_WEB_VIEW.test(userAgent) || (IOS_WEB_VIEW.test(userAgent) && !isInstalled);
  return isWebView ? 'this app' : null;
}

/** Opens the page in the device's browser: an intent on Android, Safari's scheme on iOS 17 and later. */
export function outsideLink(userAgent: string, { host, pathname, search }: URL): string {
  const page = `${host}${pathname}${search}`;
  return userAgent.includes('Android')
    ? `intent://${page}#Intent;scheme=https;end`
    : `x-safari-https://${page}`;
}
