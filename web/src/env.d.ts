interface ImportMetaEnv {
  /** Declared for `import.meta.env.VITE_OFFLINE_PAGE`: `['…']` would copy all settings into the script. */
  readonly VITE_OFFLINE_PAGE?: string;
}
