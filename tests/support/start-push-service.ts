import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import {
  pushSubscription,
  verifyVapid,
} from '../../functions/src/delivery/channels/testing/push-subscription.ts';

/** A push service with one subscription. It reads messages as the browser would, and refuses those of other senders. */
export async function startPushService() {
  const { keys, decrypt } = pushSubscription();
  /** The texts of the messages, and the key that signed each. */
  const got: { text: string; key: string }[] = [];
  let status = 201;
  const answer = (headers: IncomingHttpHeaders, body: Buffer): number => {
    if (status !== 201) return status;
    const request = { url: new URL(endpoint), headers, body };
    got.push({ text: decrypt(request), ...verifyVapid(request, Date.now()) });
    return status;
  };
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      try {
        reply.writeHead(answer(request.headers, Buffer.concat(pieces)));
      } catch {
        reply.writeHead(400);
      }
      reply.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const endpoint = `http://127.0.0.1:${address.port}/send/${keys.auth}`;
  return {
    endpoint,
    keys,
    got,
    /** As after the browser has unsubscribed. */
    endSubscription: () => void (status = 410),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
