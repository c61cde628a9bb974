import {
  fakeGoogle,
  type FakeProject,
  freshProject,
  RUNTIME_ACCOUNT,
} from '../deploy/fake-google.ts';
import { APIS, RUNTIME_ROLES } from './needs.ts';

export const PROJECT = 'heard-test';
export const SETTINGS = {
  VITE_SITE_URL: 'https://heard.test',
  VITE_SUPPORT_EMAIL: 'hello@heard.test',
  MAIL_FROM: 'Heard <mails@heard.test>',
  MAIL_TRANSPORT: 'smtp',
  SMTP_URL: 'smtps://mailer@smtp.heard.test:465',
  CATALOGUE_URL: 'postgres://earshot@db.heard.test/earshot',
};
export const SECRETS = ['UNSUBSCRIBE_KEY', 'SMTP_PASSWORD', 'CATALOGUE_PASSWORD'];

/** A fake project that can be deployed to. `change` makes it incomplete. */
export function readyProject(change: (project: FakeProject) => void = () => undefined) {
  const project = freshProject();
  for (const api of APIS) project.apis.add(`${api}.googleapis.com`);
  for (const { role } of RUNTIME_ROLES) {
    project.roles.set(role, new Set([`serviceAccount:${RUNTIME_ACCOUNT}`]));
  }
  for (const name of SECRETS) project.secrets.add(name);
  change(project);
  return { project, ...fakeGoogle(project) };
}
