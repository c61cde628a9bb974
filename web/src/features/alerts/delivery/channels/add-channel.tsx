import {
  type Channel,
  CHANNEL_KINDS,
  type ChannelKind,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_CHANNEL_URL_LENGTH,
} from 'functions/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { FormButtons } from '#shared/ui/section-parts.tsx';
import type { SavedAlert } from '#shared/data/member/member-data.ts';
import { useCall } from '#shared/data/hooks/use-call.ts';
import { FailureNotice } from '#shared/ui/failure-notice.tsx';
import { takeLostFocus } from '#shared/ui/take-lost-focus.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { AlertChoice } from './alert-choice.tsx';
import { askForNotifications, browserName, pushSupport } from '#shared/page/push-subscription.ts';
import { addBrowser } from './add-browser.ts';
import { PushNote } from './push-note.tsx';
import { KINDS } from './channel-kinds.ts';
import { created, type NewSecrets } from './new-secrets.ts';

interface AddChannelProps {
  /** True if this browser is a channel already: another subscription would end the first. */
  isBrowserAdded: boolean;
  alerts: readonly SavedAlert[];
  onAdded: (kind: ChannelKind, name: string, created: NewSecrets) => void;
  onCancel: () => void;
}

export function AddChannel({ isBrowserAdded, alerts, onAdded, onCancel }: AddChannelProps) {
  const [kind, setKind] = useState<ChannelKind>('feed');
  const [typed, setTyped] = useState('');
  const [values, setValues] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Channel['alerts']>('all');
  const [support] = useState(pushSupport);
  const isPush = kind === 'push';
  const { busy, failure, run, forget } = useCall('Failed to add the channel. Please try again.');
  const { name: usualName, fields = [], addressOf } = KINDS[kind];
  const shownName = isPush ? browserName(navigator.userAgent) : usualName;
  const name = typed.trim() || shownName;
  const given = fields.map((_, at) => (values[at] ?? '').trim());
  const canNotify = !isPush || support === 'ready';
  const isComplete = canNotify && given.every(Boolean) && (chosen === 'all' || chosen.length > 0);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!isComplete) return;
    const asked = { kind, name, alerts: chosen };
    if (isPush) {
      const permission = askForNotifications();
      run(async (calls) => onAdded(kind, name, await addBrowser(asked, permission, calls)));
      return;
    }
    run(async ({ createChannel }) => {
      const target = fields.length > 0 ? { url: addressOf?.(given) ?? given.join('') } : {};
      onAdded(kind, name, created(await createChannel({ ...asked, ...target })));
    });
  }

  return (
    <form
      ref={takeLostFocus}
      tabIndex={-1}
      onSubmit={submit}
      aria-label="Add a channel"
      className="space-y-5 outline-none rounded-2xl border border-line p-4 sm:p-5"
    >
      <KindChoice
        kind={kind}
        kinds={CHANNEL_KINDS.filter(
          (each) => each !== 'push' || (support !== 'off' && !isBrowserAdded),
        )}
        onChoose={(next) => {
          setKind(next);
          setValues([]);
          forget();
        }}
      />
      <TextField
        label="Name"
        placeholder={usualName}
        autoComplete="off"
        maxLength={MAX_CHANNEL_NAME_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {fields.map(({ label, hint, placeholder }, at) => (
        <TextField
          key={`${kind} ${label}`}
          label={label}
          hint={hint}
          placeholder={placeholder}
          {...(addressOf === undefined && { type: 'url', inputMode: 'url' })}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_CHANNEL_URL_LENGTH}
          value={values[at] ?? ''}
          onChange={({ target }) => {
            setValues(
              fields.map((_, index) => (index === at ? target.value : (values[index] ?? ''))),
            );
            forget();
          }}
        />
      ))}
      {isPush && <PushNote support={support} />}
      <AlertChoice alerts={alerts} chosen={chosen} onChoose={setChosen} />
      <FailureNotice text={failure} />
      <FormButtons
        submit={busy ? 'Adding…' : `Add ${isPush ? 'this browser' : usualName}`}
        busy={busy}
        isComplete={isComplete}
        onCancel={onCancel}
      />
    </form>
  );
}

interface KindChoiceProps {
  kind: ChannelKind;
  kinds: readonly ChannelKind[];
  onChoose: (kind: ChannelKind) => void;
}

function KindChoice({ kind, kinds, onChoose }: KindChoiceProps) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Send matches to</legend>
      <div className="mt-2 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {kinds.map((each) => {
          const { name, what, icon: Icon } = KINDS[each];
          return (
            <label
              key={each}
              className="flex cursor-pointer items-center gap-3 rounded-xl border border-line px-3 py-2.5 transition-colors hover:bg-sunken has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
            >
              <input
                type="radio"
                name={group}
                checked={kind === each}
                onChange={() => onChoose(each)}
                className="size-5 shrink-0 accent-link outline-none"
              />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-semibold">{name}</span>
                <span className="block text-sm text-soft">{what}</span>
              </span>
              <Icon aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.75} />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
