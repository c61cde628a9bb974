import type { ServerResponse } from 'node:http';

/** Suppresses `X-Powered-By`, which helps attackers choose an exploit. */
export function hideFramework(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'x-powered-by' ? response : setHeader(name, value);
}
