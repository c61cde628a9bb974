import type pg from 'pg';

/** Fields of `pg`'s objects that are missing from its types. */
interface Cancelled {
  processID: number | null;
  secretKey: number | null;
}
interface Messenger extends pg.Connection {
  ssl: unknown;
  sslNegotiation: 'postgres' | 'direct';
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

const CANCEL_TIMEOUT_MS = 5_000;

/**
 * Sends a CancelRequest, which needs no free connection and no password. The server cancels whatever statement the
 * connection runs when the request arrives, so discard the connection. Resolves on receipt or timeout; keep the
 * connection open until then, because a pooler ignores requests for closed connections.
 * @param spare A client of the same server that has never connected.
 */
export function sendCancelRequest(client: pg.Client, spare: pg.Client): Promise<void> {
  const { processID, secretKey } = client as unknown as Cancelled;
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = spare.connection as Messenger;
  const { ssl, sslNegotiation } = connection;
  const isPlain = ssl === false;
  const ended = new Promise<void>((resolve) => {
    connection.once('end', resolve);
    // If the request is lost, `statement_timeout` ends the statement.
    connection.on('error', () => resolve());
  });
  if (!isPlain && sslNegotiation !== 'direct') {
    connection.once('connect', () => connection.requestSsl());
  }
  connection.once(isPlain ? 'connect' : 'sslconnect', () =>
    connection.cancel(processID, secretKey),
  );
  setTimeout(() => connection.stream.destroy(), CANCEL_TIMEOUT_MS).unref();
  const { host, port } = spare;
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return ended;
}
