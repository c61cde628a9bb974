/** Keyboard events of input methods: as most browsers report them, and as Safari does. */
export const COMPOSING_KEYS = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true, keyCode: 13 },
  { isComposing: false, keyCode: 229 },
];
