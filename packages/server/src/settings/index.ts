/** Settings: read from the environment and checked together; the limits and the shared values that follow from them. */
export {
  type Config,
  ConfigError,
  configWith,
  connectionsOfTenant,
  effectiveSettings,
  readConfig,
  requireConsistent,
  settingRows,
} from './config.ts'
export { CLIENT_ID } from './config-values.ts'
export { ADMIN_CONNECTIONS, filesNeeded, openFilesLimit, roomForConnections } from './open-files.ts'
export { differentSettings, settingsLabel } from './shared-settings.ts'
