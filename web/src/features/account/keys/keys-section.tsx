import {
  type ApiKey,
  KEY_SCOPES,
  type KeyScope,
  MAX_KEY_NAME_LENGTH,
  MAX_KEYS,
} from 'functions/contract';
import { type SubmitEvent, useState } from 'react';
import { AddButton, DoneText, FormButtons } from '#shared/ui/section-parts.tsx';
import { ShownOnce } from '#shared/ui/shown-once.tsx';
import { useSecretState } from '#shared/ui/use-secret-state.ts';
import { Refused, useCall } from '#shared/data/hooks/use-call.ts';
import { useUnverifiedEmail, VerifyFirst } from '#shared/data/verify-first.tsx';
import { ListSection } from '#shared/ui/list-section.tsx';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { TextLink } from '#shared/ui/text-link.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { KeyRow } from './key-row.tsx';
import { ScopeBoxes } from './scope-boxes.tsx';

export function KeysSection({ keys }: { keys: readonly ApiKey[] }) {
  const unverified = useUnverifiedEmail();
  const [isAdding, setAdding] = useState(false);
  const [done, setDone] = useState('');
  /** True after the form was cancelled, so that the button that opens the form gets the focus. */
  const [isBack, setBack] = useState(false);
  const [shown, setShown] = useSecretState<{ title: string; key: string }>();
  return (
    <ListSection
      id="keys"
      name="API keys"
      count={keys.length}
      text={
        <>
          A key lets programs and AI assistants search and read your matches. Up to two, so you can
          replace one without a break. <TextLink to="/developers">How to use them</TextLink>
        </>
      }
    >
      {shown && (
        <ShownOnce
          title={shown.title}
          secrets={[{ label: 'API key', value: shown.key }]}
          onDone={() => setShown(undefined)}
        >
          Anyone with this key can act as you within its permissions. If someone else has it, revoke
          it.
        </ShownOnce>
      )}
      <DoneText text={done} />
      <ul className="divide-y divide-line empty:hidden">
        {keys.map((key) => (
          <li key={key.id}>
            <KeyRow
              apiKey={key}
              onRevoked={() => {
                setShown(undefined);
                setDone(`“${key.name}” revoked.`);
              }}
            />
          </li>
        ))}
      </ul>
      {unverified !== null ? (
        <VerifyFirst to="make keys" email={unverified} />
      ) : isAdding ? (
        <AddKey
          onAdded={(name, key) => {
            setAdding(false);
            setShown({ title: `“${name}” is ready.`, key });
          }}
          onCancel={() => {
            setAdding(false);
            setBack(true);
          }}
        />
      ) : (
        keys.length < MAX_KEYS && (
          <AddButton
            label="Make a key"
            isBack={isBack}
            onPress={() => {
              setDone('');
              setAdding(true);
            }}
          />
        )
      )}
    </ListSection>
  );
}

interface AddKeyProps {
  onAdded: (name: string, key: string) => void;
  onCancel: () => void;
}

function AddKey({ onAdded, onCancel }: AddKeyProps) {
  const [typed, setTyped] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const { busy, failure, run } = useCall('Failed to make a key. Please try again.');
  const name = typed.trim();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (name === '' || scopes.length === 0) return;
    run(async ({ createKey }) => {
      const answer = await createKey({ name, scopes: [...scopes] });
      if (answer.kind === 'refused') throw new Refused(answer.message);
      onAdded(name, answer.key);
    });
  }

  return (
    <form
      onSubmit={submit}
      aria-label="Make a key"
      className="space-y-4 rounded-2xl border border-line p-4 sm:p-5"
    >
      <TextField
        label="Name"
        hint="To tell keys apart, for instance the program that uses it."
        placeholder="e.g., My assistant"
        autoFocus
        autoComplete="off"
        maxLength={MAX_KEY_NAME_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <fieldset>
        <legend className="text-sm font-medium">It may</legend>
        <ScopeBoxes offered={KEY_SCOPES} chosen={scopes} onChange={setScopes} />
      </fieldset>
      <FailureNotice text={failure} />
      <FormButtons
        submit={busy ? 'Making…' : 'Make a key'}
        busy={busy}
        isComplete={name !== '' && scopes.length > 0}
        onCancel={onCancel}
      />
    </form>
  );
}
