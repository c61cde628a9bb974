import type { ApiKey } from 'functions/contract';
import { KeyRound } from 'lucide-react';
import { dayText } from '#shared/text/dates.ts';
import { RevocableRow } from './revocable-row.tsx';

interface KeyRowProps {
  apiKey: ApiKey;
  onRevoked: () => void;
}

/** Shows only the beginning of the key, because the key itself is not stored. */
export function KeyRow({ apiKey, onRevoked }: KeyRowProps) {
  const { id, name, start, scopes, createdAtMs, lastUsedAtMs } = apiKey;
  const used = lastUsedAtMs === undefined ? 'never used' : `last used ${dayText(lastUsedAtMs)}`;
  return (
    <RevocableRow
      icon={KeyRound}
      name={name}
      facts={[`${start}…`, `made ${dayText(createdAtMs)}`, used]}
      scopes={scopes}
      verb="Revoke"
      question={`Programs that use “${name}” will stop working. This cannot be undone.`}
      isDanger
      failed="Failed to revoke the key. Please try again."
      revoke={({ revokeKey }) => revokeKey(id)}
      onRevoked={onRevoked}
    />
  );
}
