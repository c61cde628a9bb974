import path from 'node:path';
import { portsAt, type Ports, TEST_PORT_OFFSET } from './ports.ts';
import { REPOSITORY } from '../processes/repository.ts';

/** One run of the product. Runs of `npm start` and `npm test` share nothing, so that both can run concurrently. */
export interface Instance {
  /** Firebase project id. Emulators use it to separate their data and to find each other. */
  projectId: string;
  ports: Ports;
  folder: string;
  catalogueFile: string;
  logFile: string;
  /** Working folder of firebase-tools: configuration, debug logs and exported data. */
  emulatorsFolder: string;
}

export const DATA_FOLDER = path.join(REPOSITORY, '.data');

export function startInstance(portOffset: number): Instance {
  const run = runIn(DATA_FOLDER, 'demo-earshot', 'start', portOffset);
  if (portOffset === 0) return run;
  // Another offset needs another catalogue, because the URLs of the samples contain the port.
  const folder = path.join(DATA_FOLDER, `ports-${portOffset}`);
  return { ...run, catalogueFile: path.join(folder, 'catalogue.db') };
}

export function testInstance(portOffset: number): Instance {
  const folder = path.join(DATA_FOLDER, 'test');
  // Emulators with the same project id find each other, so two test runs need different ids.
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
