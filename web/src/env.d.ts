interface ImportMetaEnv {
  /** Declared so that the build can replace it; `import.meta.env['…']` would copy all settings into the script. */
  readonly VITE_OFFLINE_PAGE?: string;
}
