import type { ServerResponse } from 'node:http';

/** Returns a signal that aborts if the connection closes before the response is sent. */
export function clientGone(reply: Pick<ServerResponse, 'on' | 'writableFinished'>): AbortSignal {
  const gone = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  return gone.signal;
}
