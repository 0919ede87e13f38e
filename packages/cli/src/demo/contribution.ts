/** Makes the bodies of requests: an EHR_STATUS for a patient, a CONTRIBUTION for a visit, in canonical JSON. */
import { readFlat } from '@cairn-ehr/openehr/format'
import { date, instant } from './calendar.ts'
import { coded, element, text } from './data-values.ts'
import type { FlatRecord, TemplateId } from './flat.ts'
import { NAMESPACE } from './identity.ts'
import { partyRef } from './party.ts'
import type { Patient } from './patient.ts'
import { staffIdOf } from './staff.ts'
import type { DemoTemplates } from './templates.ts'
import type { Visit } from './visits.ts'

/** The patient by number only: names and addresses are those of a PERSON (`party.ts`), apart from the record. */
export const statusOf = ({ id, sex, born }: Patient) => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: text('EHR status'),
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      namespace: NAMESPACE,
      type: 'PERSON',
      id: { _type: 'GENERIC_ID', scheme: NAMESPACE, value: id },
    },
  },
  is_queryable: true,
  is_modifiable: true,
  other_details: {
    _type: 'ITEM_TREE',
    archetype_node_id: 'at0001',
    name: text('Person'),
    items: [
      element('at0002', 'Sex', coded('local', sex === 'female' ? 'at0003' : 'at0004', sex)),
      element('at0005', 'Date of birth', { _type: 'DV_DATE', value: date(born) }),
    ],
  },
})

/** A member of the staff, who is a PERSON of the server. */
const staffParty = (name: string) => ({
  _type: 'PARTY_IDENTIFIED',
  name,
  external_ref: partyRef('PERSON', staffIdOf(name)),
})

export function compositionOf({ template, time, flat }: FlatRecord, templates: DemoTemplates) {
  const known = templates.get(template)
  if (!known) throw new Error(`There is no template "${template}" in the demo.`)
  return {
    ...readFlat(known.template, flat, { now: instant(time) }),
    composer: staffParty(String(flat['ctx/composer_name'])),
  }
}

/** Templates of which a patient has one composition, which gets new versions. */
export const LISTS: ReadonlySet<TemplateId> = new Set<TemplateId>(['Problem list', 'Medication list'])

export const CREATION = coded('openehr', '249', 'creation')
const MODIFICATION = coded('openehr', '251', 'modification')
export const COMPLETE = coded('openehr', '532', 'complete')

/** The committer of the demo's records: a doctor of the hospital, or the caller, since people commit in their own name alone. */
export type DemoCommitter = 'doctor' | 'caller'

/** `latest` has the version that a list follows. */
export function contributionOf(
  { contribution, doctor, records }: Visit,
  templates: DemoTemplates,
  latest: ReadonlyMap<TemplateId, string>,
  committer: DemoCommitter,
) {
  const who = committer === 'caller' ? {} : { committer: staffParty(doctor) }
  return {
    _type: 'CONTRIBUTION',
    uid: { _type: 'HIER_OBJECT_ID', value: contribution },
    audit: { _type: 'AUDIT_DETAILS', change_type: CREATION, ...who },
    versions: records.map(record => {
      const preceding = latest.get(record.template)
      return {
        _type: 'ORIGINAL_VERSION',
        ...(preceding === undefined
          ? {}
          : { preceding_version_uid: { _type: 'OBJECT_VERSION_ID', value: preceding } }),
        lifecycle_state: COMPLETE,
        commit_audit: {
          _type: 'AUDIT_DETAILS',
          change_type: preceding === undefined ? CREATION : MODIFICATION,
          ...who,
        },
        data: compositionOf(record, templates),
      }
    }),
  }
}
