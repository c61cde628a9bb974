import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

/** How far a request has come. */
export interface RequestProgress {
  /** Whether a connection exists over which the request can have been sent, TLS included. */
  connected: boolean;
  /** Whether an answer has begun, with its status. */
  answered: boolean;
}

type Request = typeof http.request;

/**
 * A transport for axios that records how far its request has come. Every request gets a new
 * connection: a kept one may have been closed, which only shows after the request was sent.
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
