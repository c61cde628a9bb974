import { LOOPBACK } from '../instance/ports.ts';
import type { GoogleApi } from '../deploy/google-api.ts';
import type { Google } from './google.ts';

const HOSTS: Record<Parameters<GoogleApi['ask']>[0], string> = {
  artifactregistry: 'artifactregistry',
  billing: 'cloudbilling',
  firebase: 'firebase',
  firebasestorage: 'firebasestorage',
  firestore: 'firestore',
  functions: 'cloudfunctions',
  hosting: 'firebasehosting',
  identity: 'identitytoolkit',
  logging: 'logging',
  monitoring: 'monitoring',
  projects: 'cloudresourcemanager',
  secrets: 'secretmanager',
  services: 'serviceusage',
  storage: 'storage',
};

export function askedDirectly({ port }: Google): GoogleApi {
  return {
    member: 'user:operator@heard.test',
    async ask(api, method, path, body) {
      const answer = await fetch(`http://${LOOPBACK}:${port}${path}`, {
        method,
        headers: { 'x-rehearsal-host': `${HOSTS[api]}.googleapis.com` },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}
