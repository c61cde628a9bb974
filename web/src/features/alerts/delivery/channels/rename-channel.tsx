import { MAX_CHANNEL_NAME_LENGTH } from 'functions/contract';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';

interface RenameChannelProps {
  name: string;
  busy: boolean;
  onRename: (name: string) => void;
  onCancel: () => void;
}

export function RenameChannel({ name, busy, onRename, onCancel }: RenameChannelProps) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (wanted !== '') onRename(wanted);
  }

  return (
    <form onSubmit={submit} className="mt-1 space-y-3 rounded-xl bg-sunken p-3">
      <TextField
        label="New name"
        autoFocus
        autoComplete="off"
        maxLength={MAX_CHANNEL_NAME_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={busy || wanted === ''} className="h-11 px-4 text-sm">
          Rename
        </Button>
        <Button tone="plain" disabled={busy} className="h-11 px-4 text-sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
