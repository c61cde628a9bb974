import type { ServerResponse } from 'node:http';

/** Fires when the connection is closed before the answer was sent: nobody waits for it any more. */
export function clientGone(reply: Pick<ServerResponse, 'on' | 'writableFinished'>): AbortSignal {
  const gone = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  return gone.signal;
}
