/** Where every function runs; `firebase.json` names the same region in its rewrites. */
export const REGION = 'us-central1';
