interface ImportMetaEnv {
  /** Declared, because the build replaces only `.VITE_…`; `['…']` would copy all settings into the script. */
  readonly VITE_OFFLINE_PAGE?: string;
}
