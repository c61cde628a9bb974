import type { BrowserContext } from 'playwright-core';

/**
 * Records errors of a browser context's pages from now on: exceptions, console errors and CSP
 * violations. Omits errors that match `expected`.
 */
export async function notePageErrors(
  context: BrowserContext,
  expected: RegExp | null,
): Promise<readonly string[]> {
  const errors: string[] = [];
  // If a resource fails to load, only the location contains the URL, not the message.
  const note = (text: string, address = '') => {
    const error = `${text} ${address}`.trim();
    if (!expected?.test(error)) errors.push(error);
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
 * True for the error of a Firestore stream that the page has replaced because of a new token, or ends. The client library
 * recovers from it.
 */
function isEndedStream(text: string, address: string): boolean {
  return text.includes('status of 400') && /Firestore\/(Listen|Write)\/channel/.test(address);
}
