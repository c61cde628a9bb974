import { keptText } from '#shared/text/kept-text.ts';

// People can switch off keys without Ctrl or Alt, because speech input may type letters (WCAG 2.1.4).
const setting = keptText('localStorage', 'keys');

export function areKeysOn(): boolean {
  return setting.read() !== 'off';
}

export function switchKeys(isOn: boolean): void {
  setting.write(isOn ? null : 'off');
}
