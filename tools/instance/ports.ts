import { connect, createServer } from 'node:net';
import { ExpectedFailure } from '../processes/expected-failure.ts';

/** Every server listens on this address, which other machines cannot reach. */
export const LOOPBACK = '127.0.0.1';

/** Added to all ports of the tests, so that `npm test` can run while `npm start` runs. */
export const TEST_PORT_OFFSET = 10_000;

/** Each port and its user. Avoids ports that macOS uses (5000, 7000) and that browsers block (5060, 5061). */
const BASE_PORTS = {
  site: [5050, 'the site'],
  functions: [5051, 'the functions emulator'],
  samples: [5052, 'the sample feeds'],
  eventarc: [5053, 'the functions emulator’s events'],
  hub: [5054, 'the emulators’ hub'],
  firestoreSocket: [5055, 'the Firestore emulator’s web socket'],
  logging: [5056, 'the emulators’ log'],
  smtp: [5057, 'the inbox, to take mails,'],
  inbox: [5058, 'the inbox’s page'],
  sendgrid: [5059, 'the tests’ own SendGrid'],
  web: [5173, 'Vite’s development server'],
  firestore: [8085, 'the Firestore emulator'],
  inspect: [9229, 'the functions’ inspector'],
  auth: [9099, 'the sign-in emulator'],
  tasks: [9499, 'the task queue emulator'],
} as const;

export type PortName = keyof typeof BASE_PORTS;
export type Ports = Readonly<Record<PortName, number>>;

const HIGHEST_BASE_PORT = Math.max(...Object.values(BASE_PORTS).map(([port]) => port));

/** Parses `EARSHOT_PORT_OFFSET`, by default 0. Throws an ExpectedFailure if a port of the tests would exceed 65535. */
export function readPortOffset(text: string | undefined): number {
  const offset = Number(text ?? '');
  const limit = 65_535 - TEST_PORT_OFFSET - HIGHEST_BASE_PORT;
  if (Number.isInteger(offset) && offset >= 0 && offset <= limit) return offset;
  throw new ExpectedFailure(
    `EARSHOT_PORT_OFFSET must be a whole number from 0 to ${limit}, and is "${text ?? ''}".`,
  );
}

export function portsAt(offset: number): Ports {
  const moved = Object.entries(BASE_PORTS).map(([name, [port]]) => [name, port + offset]);
  return Object.fromEntries(moved) as Ports;
}

/** Tries to connect first, because macOS lets two servers share a port if only one of them is bound to an address. */
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
  if (!first) return;
  throw new ExpectedFailure(
    `Port ${ports[first]} is taken, and ${BASE_PORTS[first][1]} needs it: stop the program that listens there, ` +
      'or move all of Earshot’s ports with EARSHOT_PORT_OFFSET=200.',
  );
}
