import { useEffect, useState } from 'react';

/** State of the audio element; times are in seconds. */
export interface AudioState {
  atS: number;
  /** NaN while unknown. */
  durationS: number;
  isPaused: boolean;
  /** Whether playback waits for data. */
  isWaiting: boolean;
  rate: number;
  failure: number | null;
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'stalled',
  'error',
  'emptied',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'ratechange',
];

export function useAudio(element: HTMLAudioElement): AudioState {
  const [state, setState] = useState(() => stateOf(element));
  useEffect(() => {
    const update = () => setState(stateOf(element));
    update();
    for (const event of EVENTS) element.addEventListener(event, update);
    return () => {
      for (const event of EVENTS) element.removeEventListener(event, update);
    };
  }, [element]);
  return state;
}

function stateOf(element: HTMLAudioElement): AudioState {
  const { currentTime, duration, paused, playbackRate, readyState, error } = element;
  return {
    atS: currentTime,
    durationS: duration,
    isPaused: paused,
    isWaiting: !paused && error === null && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    rate: playbackRate,
    failure: error?.code ?? null,
  };
}
