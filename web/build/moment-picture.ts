// Entry of the program with which the function `pages` draws pictures of moments.
import type { CreatePictures } from 'functions/contract';
import type { Font } from 'satori';
import { loadFonts, shareImage } from './share-image.ts';

/** Letters of the font's subsets, and common punctuation. */
const DRAWN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** The font has no emoji. */
const UNDRAWN = /\p{Extended_Pictographic}|\p{Cc}/u;

export const createPictures: CreatePictures = (fontFolder) => {
  let fonts: Promise<Font[]> | undefined;
  return async (text) => {
    const all = Object.values(text).join('');
    if (!DRAWN.test(all) || UNDRAWN.test(all)) return null;
    fonts ??= loadFonts(fontFolder);
    return shareImage(text, await fonts);
  };
};
