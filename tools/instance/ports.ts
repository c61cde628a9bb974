import { connect, createServer } from 'node:net';
import { ExpectedFailure } from '../processes/expected-failure.ts';

/** The address that every server listens on, which other machines cannot reach. */
export const LOOPBACK = '127.0.0.1';

/** Added to all ports of the tests, so that `npm test` can run beside `npm start`. */
export const TEST_PORT_OFFSET = 10_000;

/** Avoids ports that macOS uses (5000, 7000) and browsers block (5060, 5061). */
const BASE_PORTS = {
  site: 5050,
  functions: 5051,
  samples: 5052,
  eventarc: 5053,
  hub: 5054,
  firestoreSocket: 5055,
  logging: 5056,
  smtp: 5057,
  inbox: 5058,
  sendgrid: 5059,
  web: 5173,
  firestore: 8085,
  inspect: 9229,
  auth: 9099,
  tasks: 9499,
};

export type PortName = keyof typeof BASE_PORTS;
export type Ports = Readonly<Record<PortName, number>>;

const PURPOSES: Record<PortName, string> = {
  site: 'the site',
  functions: 'the functions emulator',
  samples: 'the sample feeds',
  eventarc: 'the functions emulator’s events',
  hub: 'the emulators’ hub',
  firestoreSocket: 'the Firestore emulator’s web socket',
  logging: 'the emulators’ log',
  smtp: 'the inbox, to take mails,',
  inbox: 'the inbox’s page',
  sendgrid: 'the tests’ own SendGrid',
  web: 'Vite’s development server',
  firestore: 'the Firestore emulator',
  inspect: 'the functions’ inspector',
  auth: 'the sign-in emulator',
  tasks: 'the task queue emulator',
};

const HIGHEST_BASE_PORT = Math.max(...Object.values(BASE_PORTS));

/**
 * Parses `EARSHOT_PORT_OFFSET`, which is added to all ports; 0 if unset. Throws an ExpectedFailure unless it is a
 * whole number that leaves room for the tests' ports.
 */
export function readPortOffset(text: string | undefined): number {
  const offset = Number(text ?? '');
  const limit = 65_535 - TEST_PORT_OFFSET - HIGHEST_BASE_PORT;
  if (Number.isInteger(offset) && offset >= 0 && offset <= limit) return offset;
  throw new ExpectedFailure(
    `EARSHOT_PORT_OFFSET must be a whole number from 0 to ${limit}, and is "${text ?? ''}".`,
  );
}

export function portsAt(offset: number): Ports {
  return {
    site: BASE_PORTS.site + offset,
    functions: BASE_PORTS.functions + offset,
    samples: BASE_PORTS.samples + offset,
    eventarc: BASE_PORTS.eventarc + offset,
    hub: BASE_PORTS.hub + offset,
    firestoreSocket: BASE_PORTS.firestoreSocket + offset,
    logging: BASE_PORTS.logging + offset,
    smtp: BASE_PORTS.smtp + offset,
    inbox: BASE_PORTS.inbox + offset,
    sendgrid: BASE_PORTS.sendgrid + offset,
    web: BASE_PORTS.web + offset,
    firestore: BASE_PORTS.firestore + offset,
    inspect: BASE_PORTS.inspect + offset,
    auth: BASE_PORTS.auth + offset,
    tasks: BASE_PORTS.tasks + offset,
  };
}

function takenPortSentence(name: PortName, port: number): string {
  return (
    `Port ${port} is taken, and ${PURPOSES[name]} needs it: stop the program that listens there, ` +
    'or move all of Earshot’s ports with EARSHOT_PORT_OFFSET=200.'
  );
}

/**
 * Whether a server listens on the port. Connects first, because macOS lets two servers share a port if only one of
 * them is bound to an address.
 */
export async function isPortTaken(port: number): Promise<boolean> {
  const answers = await Promise.all([accepts(port, LOOPBACK), accepts(port, '::1')]);
  return answers.includes(true) || !(await canListen(port));
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const settle = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, LOOPBACK, () => server.close(() => resolve(true)));
  });
}

export async function requireFreePorts(ports: Ports, names: readonly PortName[]): Promise<void> {
  const taken = await Promise.all(names.map((name) => isPortTaken(ports[name])));
  const first = names.find((_, index) => taken[index]);
  if (first) throw new ExpectedFailure(takenPortSentence(first, ports[first]));
}
