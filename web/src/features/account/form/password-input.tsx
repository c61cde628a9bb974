import type { ComponentProps } from 'react';
import { PasswordField } from '#shared/ui/password-field.tsx';

interface PasswordInputProps extends Pick<
  ComponentProps<typeof PasswordField>,
  'label' | 'autoComplete' | 'autoFocus' | 'hint'
> {
  value: string;
  onType: (typed: string) => void;
}

export function PasswordInput({ onType, ...rest }: PasswordInputProps) {
  return <PasswordField required onChange={(event) => onType(event.target.value)} {...rest} />;
}
