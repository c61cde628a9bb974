import type { BrowserContext } from 'playwright-core';

/**
 * Notes what the pages of a browser context report as an error from now on: exceptions, errors on the
 * console, and what the content security policy stops. Errors that are expected are left out.
 */
export async function notePageErrors(
  context: BrowserContext,
  expected: RegExp | null,
): Promise<readonly string[]> {
  const errors: string[] = [];
  // Of a resource that did not load the browser says only how; its address is where it happened.
  const note = (text: string, address = '') => {
    if (!expected?.test(text)) errors.push(`${text} ${address}`.trim());
  };
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Violation of ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  context.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !isEndedStream(message.text(), url))
      note(message.text(), url);
  });
  context.on('weberror', (error) => note(error.error().message));
  return errors;
}

/**
 * The Firestore emulator no longer knows a stream that its page has just left for one with a new token;
 * the library goes on with the new one.
 */
function isEndedStream(text: string, address: string): boolean {
  return text.includes('status of 400') && address.includes('Firestore/Listen/channel');
}
