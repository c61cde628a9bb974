import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectCatalogue } from './project-catalogue.ts';

/**
 * Where the indexes of alerts lie unless a setting says it: in a folder beside the catalogue, or in the
 * project's own bucket where the catalogue is on a server. Without either they are kept as
 * long as the machine is.
 */
export function alertIndexes(
  catalogueUrl: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const beside = /^(file:|gs:)/i.test(catalogueUrl) ? catalogueUrl : projectCatalogue(environment);
  if (beside === undefined) return `file:${path.join(tmpdir(), 'earshot-alerts')}`;
  const folder = beside.slice(0, beside.lastIndexOf('/') + 1) || 'file:./';
  return `${folder}alerts`;
}
