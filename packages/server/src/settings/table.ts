/** Every setting of the server in one table: name, variable, default and meaning, in the order of the documentation. */
import { ADDRESS_SETTINGS } from './address.ts'
import { AUTHORIZATION_SETTINGS } from './authorization.ts'
import { OBSERVATION_SETTINGS } from './observation.ts'
import { QUERY_SETTINGS } from './queries.ts'
import { REQUEST_SETTINGS } from './requests.ts'
import { STORAGE_SETTINGS } from './storage.ts'
import { TENANT_SETTINGS } from './tenants.ts'

export type { Setting } from './setting.ts'

export const SETTINGS = {
  ...ADDRESS_SETTINGS,
  ...STORAGE_SETTINGS,
  ...QUERY_SETTINGS,
  ...AUTHORIZATION_SETTINGS,
  ...REQUEST_SETTINGS,
  ...OBSERVATION_SETTINGS,
  ...TENANT_SETTINGS,
}
