import path from 'node:path';
import { portsAt, type Ports, TEST_PORT_OFFSET } from './ports.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** Everything a run of the stack calls its own, so that a start and a test run never meet. */
export interface Instance {
  /** The emulators know their data, and each other, by it. */
  projectId: string;
  ports: Ports;
  /** Where all of the run's files are, absolute. */
  folder: string;
  catalogueFile: string;
  logFile: string;
  /** firebase-tools works here: its configuration, its debug logs and the emulators' data. */
  emulatorsFolder: string;
}

/** All that `npm start` and `npm test` leave behind is in here. */
export const DATA_FOLDER = path.join(REPOSITORY, '.data');

export function startInstance(portOffset: number): Instance {
  const run = runIn(DATA_FOLDER, 'demo-earshot', 'start', portOffset);
  if (portOffset === 0) return run;
  // The addresses of the samples' episodes, covers and sounds hold their port.
  const folder = path.join(DATA_FOLDER, `ports-${portOffset}`);
  return { ...run, catalogueFile: path.join(folder, 'catalogue.db') };
}

export function testInstance(portOffset: number): Instance {
  const folder = path.join(DATA_FOLDER, 'test');
  // The emulators of one project id find each other, and test runs of two copies must not.
  const projectId = portOffset === 0 ? 'demo-earshot-test' : `demo-earshot-test-${portOffset}`;
  return runIn(folder, projectId, 'test', portOffset + TEST_PORT_OFFSET);
}

function runIn(folder: string, projectId: string, name: string, portOffset: number): Instance {
  return {
    projectId,
    ports: portsAt(portOffset),
    folder,
    catalogueFile: path.join(folder, 'catalogue.db'),
    logFile: path.join(folder, 'logs', `${name}.log`),
    emulatorsFolder: path.join(folder, 'emulators'),
  };
}
