import type { ServerResponse } from 'node:http';

/** Drops `X-Powered-By`, which tells attackers which exploits to try. */
export function hideFramework(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'x-powered-by' ? response : setHeader(name, value);
}
