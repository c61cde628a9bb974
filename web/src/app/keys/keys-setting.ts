import { keptText } from '#shared/text/kept-text.ts';

// Keys without Ctrl or Alt can be switched off, for people whose speech input types letters (WCAG 2.1.4).
const setting = keptText('localStorage', 'keys');

export function areKeysOn(): boolean {
  return setting.read() !== 'off';
}

export function switchKeys(isOn: boolean): void {
  setting.write(isOn ? null : 'off');
}
