/**
 * Replaces a package of 37 kB, which Firestore loads for regular expressions in pipelines that the browser runs. This
 * site runs no pipelines.
 */
export const RE2JS = {
  compile(): never {
    throw new Error('the build leaves out regular expressions of pipelines');
  },
};
