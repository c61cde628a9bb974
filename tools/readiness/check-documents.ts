import type { GoogleApi } from '../deploy/google-api.ts';
import { documentChanges, VERSION_PATH } from '../instance/document-changes.ts';
import { type Finding, later, ok, unseen } from './finding.ts';

/** Reports what this version's functions will change in the stored documents after the deployment. */
export async function checkDocuments({ ask }: GoogleApi, project: string): Promise<Finding> {
  const path = `/v1/projects/${project}/databases/(default)/documents${VERSION_PATH}`;
  const { status, body } = await ask('firestore', 'GET', path);
  if (status !== 200 && status !== 404) {
    return unseen(`stored documents: asking was answered with ${status}`);
  }
  const changes = documentChanges(body);
  return changes.length === 0
    ? ok('the stored documents stay as they are')
    : later(`the stored documents change within two hours: ${changes.join('; ')}`);
}
