import type pg from 'pg';

/** Of `pg`'s objects what its types leave out. */
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

/** A server that does not answer a message by then does not hear it. */
const UNHEARD_MS = 5_000;

/**
 * Asks the server to end what it does on a connection, by the protocol's own message: that needs no
 * free connection and no password, and poolers pass it on. Only for a connection that is given up: it
 * ends whatever runs there when it arrives. Resolves once it is heard, or never will be: a pooler forgets
 * a connection that is closed before, and its server goes on.
 * @param spare A client of the same address that was never connected.
 */
export function sendCancelRequest(client: pg.Client, spare: pg.Client): Promise<void> {
  const { processID, secretKey } = client as unknown as Cancelled;
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = spare.connection as Messenger;
  const { ssl, sslNegotiation } = connection;
  const isPlain = ssl === false;
  const heard = new Promise<void>((resolve) => {
    connection.once('end', resolve);
    // Unheard, the server ends the statement when its time is up.
    connection.on('error', () => resolve());
  });
  if (!isPlain && sslNegotiation !== 'direct') {
    connection.once('connect', () => connection.requestSsl());
  }
  connection.once(isPlain ? 'connect' : 'sslconnect', () =>
    connection.cancel(processID, secretKey),
  );
  setTimeout(() => connection.stream.destroy(), UNHEARD_MS).unref();
  const { host, port } = spare;
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return heard;
}
