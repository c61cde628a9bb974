import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  beforeRequests,
  beforeUpgrades,
} from '../../functions/src/platform/http/before-requests.ts';
import { isForeign } from './foreign-request.ts';

// maildev's CORS headers let every origin read the inbox. This guard allows only its own.
beforeRequests((request, response, serve) => {
  if (isForeign(request.headers)) {
    response.writeHead(403).end('Only the inbox’s own page may read it.\n');
    return;
  }
  serve(request);
});
beforeUpgrades((request: IncomingMessage, socket: Duplex, serve: () => void) => {
  if (isForeign(request.headers)) socket.destroy();
  else serve();
});
