import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAudio } from './use-audio.ts';

test('shows the start position and the stated length until the audio is loaded', () => {
  const element = document.createElement('audio');
  Object.defineProperty(element, 'readyState', { value: 0, writable: true });
  const { result } = renderHook(() => useAudio(element, 963, 3600));
  expect(result.current).toMatchObject({ atS: 963, durationS: 3600 });
  act(() => {
    Object.assign(element, { readyState: 1 });
    element.dispatchEvent(new Event('loadedmetadata'));
  });
  expect(result.current).toMatchObject({ atS: 0, durationS: NaN });
});
