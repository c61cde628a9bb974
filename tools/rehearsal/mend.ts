import type { Project } from '../stand-in/project.ts';

/** Carries out the printed commands that enable APIs, grant roles and set secrets. Returns their number. */
export function mend(project: Project, printed: string): number {
  let done = 0;
  for (const line of printed.split('\n').map((text) => text.trim())) {
    const enabled = /^gcloud services enable (.+) --project=/.exec(line)?.[1];
    const granted = /^gcloud projects add-iam-policy-binding \S+ --member=(\S+) --role=(\S+) /.exec(
      line,
    );
    const secret = /^npx firebase functions:secrets:set (\S+) --project /.exec(line)?.[1];
    for (const api of enabled?.split(' ') ?? []) project.apis.add(api);
    if (granted) {
      const [, member = '', role = ''] = granted;
      project.roles.set(role, new Set([...(project.roles.get(role) ?? []), member]));
    }
    if (secret !== undefined) project.secrets.add(secret);
    if (enabled !== undefined || granted || secret !== undefined) done += 1;
  }
  return done;
}
