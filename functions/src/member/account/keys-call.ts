import { MAX_KEYS } from '../../contract/index.ts';
import { log } from '../../platform/log.ts';
import type { MemberWork } from '../member-work.ts';
import { createKey, revokeKey } from '../../accounts/firestore-keys.ts';

export const keys: MemberWork<'keys'> = async ({ uid, body }) => {
  if (body.action === 'revoke') {
    await revokeKey(uid, body.keyId);
    log('info', 'api-key-revoked');
    return {};
  }
  const created = await createKey(uid, body);
  log('info', 'api-key-created', { refused: created === null });
  if (created !== null) return { kind: 'created', ...created };
  const message = `You can have ${MAX_KEYS} keys. Revoke one first.`;
  return { kind: 'refused', message };
};
