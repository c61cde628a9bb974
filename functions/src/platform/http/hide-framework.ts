import type { ServerResponse } from 'node:http';

/** Keeps Express from naming itself: who knows the program knows which of its faults to try. */
export function hideFramework(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === 'x-powered-by' ? response : setHeader(name, value);
}
