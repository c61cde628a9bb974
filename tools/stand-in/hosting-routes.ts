import type { HostingVersion, Project } from './project.ts';
import { api, type Asked, notFound, type Route } from './route.ts';

export function hostingRoutes(project: Project): Route[] {
  const site = `projects/${project.id}/sites/${project.id}`;

  function versionNamed(name: string): HostingVersion {
    const id = name.split('/').pop() ?? '';
    const found = project.versions.get(id);
    if (found === undefined) throw notFound(name);
    return found;
  }

  function create({ body }: Asked): HostingVersion {
    const id = `v${project.versions.size + 1}`;
    const version = { ...body, name: `${site}/versions/${id}`, status: 'CREATED' };
    project.versions.set(id, version);
    return version;
  }

  function populate({ parts: { id = '' }, body }: Asked) {
    const files = body['files'] as Record<string, string>;
    project.files.set(id, { ...project.files.get(id), ...files });
    const hashes = [...new Set(Object.values(files))];
    return {
      uploadRequiredHashes: hashes.filter((hash) => !project.uploads.has(hash)),
      uploadUrl: `http://upload-firebasehosting.googleapis.com:${project.port}/upload/${id}`,
    };
  }

  function channel({ parts: { channel: id = '' } }: Asked) {
    const releases = project.channels.get(id);
    if (releases === undefined) throw notFound(`channel ${id}`);
    const [release] = releases;
    const url =
      id === 'live' ? `https://${project.id}.web.app` : `https://${project.id}--${id}-x.web.app`;
    return { name: `${site}/channels/${id}`, url, ...(release && { release }) };
  }

  function release({ parts: { channel: id = '' }, query }: Asked) {
    const releases = project.channels.get(id);
    if (releases === undefined) throw notFound(`channel ${id}`);
    const version = versionNamed(query.get('versionName') ?? '');
    const name = `${site}/channels/${id}/releases/${releases.length + 1}`;
    const made = { name, version, type: 'DEPLOY', releaseTime: new Date().toISOString() };
    releases.unshift(made);
    return made;
  }

  const IN_SITE = '/v1beta1/projects/{p}/sites/{site}';
  return [
    ...api('firebasehosting.googleapis.com', {
      'GET /v1beta1/projects/{p}/sites': () => ({ sites: [{ name: site }] }),
      [`GET ${IN_SITE}`]: () => ({ name: site, defaultUrl: `https://${project.id}.web.app` }),
      [`GET ${IN_SITE}/domains`]: () => ({ domains: [] }),
      [`GET ${IN_SITE}/versions`]: () => ({ versions: [...project.versions.values()] }),
      [`POST ${IN_SITE}/versions`]: create,
      [`PATCH ${IN_SITE}/versions/{id}`]: ({ parts: { id = '' }, body }) => {
        const version = { ...versionNamed(id), ...body, name: `${site}/versions/${id}` };
        project.versions.set(id, version);
        return version;
      },
      [`POST ${IN_SITE}/versions/{id}:populateFiles`]: populate,
      [`GET ${IN_SITE}/channels`]: () => ({
        channels: [...project.channels.keys()].map((id) => ({ name: `${site}/channels/${id}` })),
      }),
      [`POST ${IN_SITE}/channels`]: ({ query }) => {
        const id = query.get('channelId') ?? '';
        project.channels.set(id, []);
        return channel({ parts: { channel: id } } as unknown as Asked);
      },
      [`GET ${IN_SITE}/channels/{channel}`]: channel,
      [`PATCH ${IN_SITE}/channels/{channel}`]: (asked) => ({ ...channel(asked), ...asked.body }),
      [`GET ${IN_SITE}/channels/{channel}/releases`]: ({ parts: { channel: id = '' } }) => ({
        releases: project.channels.get(id) ?? [],
      }),
      [`POST ${IN_SITE}/channels/{channel}/releases`]: release,
    }),
    ...api('upload-firebasehosting.googleapis.com', {
      'POST /upload/{id}/{hash}': ({ parts: { hash = '' }, raw }) => {
        project.uploads.set(hash, raw);
        return {};
      },
    }),
    ...api('identitytoolkit.googleapis.com', {
      'GET /admin/v2/projects/{p}/config': () => ({
        signIn: { email: { enabled: true } },
        emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
        authorizedDomains: ['localhost', 'heard.test'],
      }),
      'PATCH /admin/v2/projects/{p}/config': ({ body }) => body,
    }),
  ];
}
