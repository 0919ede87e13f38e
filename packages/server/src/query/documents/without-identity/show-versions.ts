/** Versions without identity, a batch at a time. */
import type { OpenVersions } from '../load.ts'
import { deidentifyVersion } from './deidentify.ts'
import { textsByTemplate } from './texts-by-template.ts'

/** `key` is secret: who has it could undo the shift of dates and the replacement of ids. */
export const openWithoutIdentity =
  (key: string): OpenVersions =>
  async (db, rows) => {
    const texts = await textsByTemplate(db, new Set(rows.flatMap(({ template_key }) => template_key ?? [])))
    return (version, { ehr_id, ehr_system_id, template_key }) =>
      deidentifyVersion(
        version,
        { ehr_id, system_id: ehr_system_id },
        key,
        template_key === null ? undefined : texts.get(template_key),
      )
  }
