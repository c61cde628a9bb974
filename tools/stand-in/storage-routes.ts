import type { Project } from './project.ts';
import { api, type Json, notFound, type Route, textOf } from './route.ts';

export function storageRoutes(project: Project): Route[] {
  function bucket(): Json {
    if (project.bucket === null) throw notFound('the default bucket');
    return project.bucket;
  }
  return [
    ...api('storage.googleapis.com', {
      'PUT /upload/functions.zip': ({ raw }) => {
        project.uploads.set('functions.zip', raw);
        return {};
      },
      'GET /storage/v1/b/{name}': bucket,
      'GET /storage/v1/b/{name}/iam': () => ({
        bindings: project.bucketIsOpen
          ? [{ role: 'roles/storage.objectViewer', members: ['allUsers'] }]
          : [],
      }),
      'PATCH /storage/v1/b/{name}': ({ body }) => {
        project.bucket = { ...bucket(), ...body };
        return project.bucket;
      },
    }),
    ...api('firebasestorage.googleapis.com', {
      'GET /v1alpha/projects/{p}/defaultBucket': () => ({
        name: `projects/${project.number}/defaultBucket`,
        bucket: { name: `projects/${project.id}/buckets/${textOf(bucket()['name'])}` },
      }),
    }),
  ];
}
