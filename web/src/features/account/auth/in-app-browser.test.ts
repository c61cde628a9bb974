import { expect, test } from 'vitest';
import { inAppBrowser, outsideLink } from './in-app-browser.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36';

test.each([
  [
    'Instagram',
    `${IPHONE} Mobile/22B83 Instagram 360.0.0.30.109 (iPhone15,2; iOS 18_1; en_US; en; scale=3.00; 1179x2556; 674117118)`,
  ],
  ['Instagram', `${PIXEL} Instagram 350.0.0.44.93 Android (34/14; 420dpi; 1080x2219; Google)`],
  ['Facebook', `${PIXEL} [FB_IAB/FB4A;FBAV/488.0.0.78.79;]`],
  ['Facebook', `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/488.0.0.78.79;FBBV/1;FBDV/iPhone15,2]`],
  ['Messenger', `${IPHONE} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/480.0;FBBV/1]`],
  [
    'TikTok',
    `${IPHONE} Mobile/22B83 musical_ly_37.2.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`,
  ],
  [
    'TikTok',
    `${PIXEL} trill_370204 JsSdk/1.0 NetType/MOBILE AppName/trill BytedanceWebview/d8a21c6`,
  ],
  ['LinkedIn', `${IPHONE} Mobile/22B83 [LinkedInApp]/9.30.1`],
  ['LinkedIn', `${PIXEL} [LinkedInApp]/4.1.1000`],
  ['this app', PIXEL],
  ['this app', `${IPHONE} Mobile/15E148`],
  ['this app', `${IPHONE} Mobile/15E148 KAKAOTALK/25.1.0 (INAPP)`],
  ['this app', `${IPHONE.replace('iPhone', 'iPad')} Mobile/22B83 [Reddit/2024.45.0]`],
])('recognises the browser of %s: %s', (app, userAgent) => {
  expect(inAppBrowser(userAgent)).toBe(app);
});

test.each([
  `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
  `${IPHONE} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`,
  `${IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`,
  `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.3.1`,
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
])('ignores a normal browser: %s', (userAgent) => {
  expect(inAppBrowser(userAgent)).toBeNull();
});

test('recognises that a web app on an iPhone’s home screen is no browser of an app', () => {
  expect(inAppBrowser(`${IPHONE} Mobile/15E148`, true)).toBeNull();
});

test('links to the same page in the device’s browser', () => {
  const page = new URL('https://earshot.example/login?next=%2Falerts#x');
  expect(outsideLink(PIXEL, page)).toBe(
    'intent://earshot.example/login?next=%2Falerts#Intent;scheme=https;end',
  );
  expect(outsideLink(IPHONE, page)).toBe('x-safari-https://earshot.example/login?next=%2Falerts');
});
