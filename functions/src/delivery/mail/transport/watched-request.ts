import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

export interface RequestProgress {
  /** True once connected (with TLS), so that the request may have been sent. */
  connected: boolean;
  answered: boolean;
}

type Request = typeof http.request;

/**
 * Creates a transport for axios without keep-alive, because only sending reveals that a reused connection is closed.
 */
export function watchedRequest(): { progress: RequestProgress; transport: { request: Request } } {
  const progress: RequestProgress = { connected: false, answered: false };
  const watched = (
    options: https.RequestOptions,
    onResponse: (to: http.IncomingMessage) => void,
  ) => {
    const secure = options.protocol === 'https:';
    const request = (secure ? https : http).request({ ...options, agent: false }, onResponse);
    request.once('socket', (socket: Socket) => {
      if (!socket.connecting) progress.connected = true;
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        progress.connected = true;
      });
    });
    request.once('response', () => {
      progress.answered = true;
    });
    return request;
  };
  return { progress, transport: { request: watched as Request } };
}
