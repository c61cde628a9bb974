import type { Project } from './project.ts';
import {
  api,
  type Asked,
  denied,
  type Json,
  notFound,
  operation,
  type Route,
  textOf,
} from './route.ts';

/** The date of all releases; firebase-tools sorts releases by it. */
const CREATED = '2026-01-01T00:00:00Z';

/** Routes of security rules, and of Firestore's database, backups and indexes. */
export function rulesRoutes(project: Project): Route[] {
  const inProject = (rest: string) => `projects/${project.id}/${rest}`;

  function release(name: string, ruleset: string): Json {
    project.releases.set(name, ruleset);
    return { name, rulesetName: ruleset };
  }

  function override({ parts, body }: Asked): Json {
    const { collection = '', field = '' } = parts;
    const name = inProject(`databases/(default)/collectionGroups/${collection}/fields/${field}`);
    project.fields = [...project.fields.filter((one) => one['name'] !== name), { ...body, name }];
    return operation(project, { response: {} });
  }

  function database(): Json {
    if (!project.database) throw notFound('database (default)');
    const recovery = project.pointInTimeRecovery ? 'ENABLED' : 'DISABLED';
    return {
      name: inProject('databases/(default)'),
      type: 'FIRESTORE_NATIVE',
      databaseEdition: 'STANDARD',
      pointInTimeRecoveryEnablement: `POINT_IN_TIME_RECOVERY_${recovery}`,
    };
  }

  const DATABASE = '/v1/projects/{p}/databases/{database}';
  return [
    ...api('firebaserules.googleapis.com', {
      'POST /v1/projects/{p}:test': () => ({ issues: [] }),
      'GET /v1/projects/{p}/releases': () => ({
        releases: [...project.releases].map(([name, rulesetName]) => ({
          name,
          rulesetName,
          createTime: CREATED,
        })),
      }),
      'GET /v1/projects/{p}/rulesets/{id}': ({ parts: { id = '' } }) => project.rulesets.get(id),
      'POST /v1/projects/{p}/rulesets': ({ body }) => {
        const id = `r${project.rulesets.size + 1}`;
        const ruleset = { ...body, name: inProject(`rulesets/${id}`) };
        project.rulesets.set(id, ruleset);
        return ruleset;
      },
      'PATCH /v1/projects/{p}/releases/{id*}': ({ parts: { id = '' }, body }) => {
        const name = inProject(`releases/${id}`);
        if (!project.releases.has(name)) throw notFound(name);
        return release(name, textOf((body['release'] as Json)['rulesetName']));
      },
      'POST /v1/projects/{p}/releases': ({ body }) =>
        release(textOf(body['name']), textOf(body['rulesetName'])),
    }),
    ...api('firestore.googleapis.com', {
      [`GET ${DATABASE}`]: database,
      [`PATCH ${DATABASE}`]: ({ body }) => {
        if (project.lacking.has('datastore.databases.update')) throw denied('databases.update');
        const recovery = textOf(body['pointInTimeRecoveryEnablement']);
        project.pointInTimeRecovery = recovery === 'POINT_IN_TIME_RECOVERY_ENABLED';
        return operation(project, { response: database() });
      },
      [`GET ${DATABASE}/documents/{path*}`]: ({ parts }) => {
        throw notFound(parts['path'] ?? '');
      },
      [`GET ${DATABASE}/backupSchedules`]: () => ({
        ...(project.backupSchedules.length > 0 && { backupSchedules: project.backupSchedules }),
      }),
      [`POST ${DATABASE}/backupSchedules`]: ({ body }) => {
        if (project.lacking.has('datastore.backupSchedules.create')) {
          throw denied('backupSchedules.create');
        }
        const id = `s${project.backupSchedules.length + 1}`;
        const schedule = { ...body, name: inProject(`databases/(default)/backupSchedules/${id}`) };
        project.backupSchedules.push(schedule);
        return schedule;
      },
      [`GET ${DATABASE}/collectionGroups/-/indexes`]: () => ({ indexes: project.indexes }),
      [`GET ${DATABASE}/collectionGroups/-/fields`]: () => ({ fields: project.fields }),
      [`POST ${DATABASE}/collectionGroups/{collection}/indexes`]: ({ parts, body }) => {
        const name = inProject(
          `databases/(default)/collectionGroups/${parts['collection'] ?? ''}/indexes/i${project.indexes.length + 1}`,
        );
        project.indexes.push({ ...body, fields: withName(body['fields'] as Json[]), name });
        return operation(project, { response: {} });
      },
      [`PATCH ${DATABASE}/collectionGroups/{collection}/fields/{field}`]: override,
    }),
  ];
}

/** Firestore adds `__name__` to every index as the last field. */
function withName(fields: Json[]): Json[] {
  const last = fields.at(-1);
  if (last?.['fieldPath'] === '__name__') return fields;
  return [...fields, { fieldPath: '__name__', order: last?.['order'] ?? 'ASCENDING' }];
}
