import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'id'> & {
  autoComplete: 'current-password' | 'new-password';
};

export function PasswordField({ label, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const fieldId = useId();
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      label={label}
      id={fieldId}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-label={`Show ${label.toLowerCase()}`}
          data-tip={shown ? 'Hide' : 'Show'}
          aria-pressed={shown}
          aria-controls={fieldId}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-r-xl text-soft transition-colors hover:text-ink focus-visible:-outline-offset-2"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
      {...rest}
    />
  );
}
