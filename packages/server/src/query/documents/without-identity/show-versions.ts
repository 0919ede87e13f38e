/** Versions without identity, a batch at a time. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../../../db/index.ts'
import { deidentifyVersion } from './deidentify.ts'
import type { TextsByTemplate } from './texts-by-template.ts'

/** The EHR and the template of a version. */
interface VersionOrigin {
  readonly ehr_id: string
  readonly ehr_system_id: string
  readonly template_key: number | null
}

/** `key` is secret: who has it could undo the shift of dates and the replacement of ids. */
export const openWithoutIdentity =
  (key: string, textsByTemplate: TextsByTemplate) =>
  async (db: LimitedQueries, rows: readonly VersionOrigin[]) => {
    const texts = await textsByTemplate(db, new Set(rows.flatMap(({ template_key }) => template_key ?? [])))
    return (version: RmObject, { ehr_id, ehr_system_id, template_key }: VersionOrigin): RmObject =>
      deidentifyVersion(
        version,
        { ehr_id, system_id: ehr_system_id },
        key,
        template_key === null ? undefined : texts.get(template_key),
      )
  }
