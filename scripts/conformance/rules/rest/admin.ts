/** Rules of the openEHR REST API for ADMIN and SYSTEM, and of SMART on openEHR. */
import { type Rule, rule } from '../../rule.ts'

export const ADMIN_RULES: readonly Rule[] = [
  rule(
    'rest-admin-ehr',
    'DELETE /admin/ehr/{ehr_id} removes an EHR physically, with all its history.',
    'REST API 1.1.0, ADMIN',
    'test/admin/erase.test.ts: leaves nothing in any table',
  ),
  rule(
    'rest-admin-all',
    'DELETE /admin/ehr/all removes the EHRs that are named, all or none.',
    'REST API 1.1.0, ADMIN',
    'test/admin/erase.test.ts: erases those that are named',
    'test/admin/erase.test.ts: erases none where one is not there',
  ),
  rule(
    'rest-system-options',
    'OPTIONS on the base tells product, version and endpoints.',
    'REST API 1.1.0, SYSTEM',
    'test/client/examples.test.ts: system_options',
  ),
  rule(
    'rest-smart-discovery',
    'The SMART configuration names endpoints, grants, scopes and services.',
    'SMART on openEHR 1.1.0',
    'test/auth/discovery.test.ts: has every field of section 2.2',
    'test/auth/discovery.test.ts: has the further ones',
  ),
  rule(
    'rest-smart-launch',
    'Apps are launched with an EHR and an episode, by authorization code with PKCE.',
    'SMART on openEHR 1.1.0',
    'test/people/authorize.test.ts: ',
    'test/people/app-tokens.test.ts: ',
  ),
]
