/** Rules of the openEHR REST API 1.1.0, resource by resource. */
import type { Rule } from '../rule.ts'
import { ADMIN_RULES } from './rest/admin.ts'
import { COMPOSITION_RULES } from './rest/composition.ts'
import { CONTRIBUTION_RULES } from './rest/contribution.ts'
import { DEFINITION_RULES } from './rest/definition.ts'
import { DEMOGRAPHIC_RULES } from './rest/demographic.ts'
import { DIRECTORY_RULES } from './rest/directory.ts'
import { EHR_RULES } from './rest/ehr.ts'
import { GENERAL_RULES } from './rest/general.ts'
import { QUERY_RULES } from './rest/query.ts'
import { TAG_RULES } from './rest/tags.ts'

export const REST_RULES: readonly Rule[] = [
  ...GENERAL_RULES,
  ...EHR_RULES,
  ...COMPOSITION_RULES,
  ...CONTRIBUTION_RULES,
  ...DIRECTORY_RULES,
  ...TAG_RULES,
  ...DEMOGRAPHIC_RULES,
  ...DEFINITION_RULES,
  ...QUERY_RULES,
  ...ADMIN_RULES,
]
