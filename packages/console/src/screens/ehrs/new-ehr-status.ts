/** The EHR_STATUS of a new EHR. */
import type { Rm } from '@cairn-ehr/client'

export interface NewEhr {
  readonly subject: string
  readonly namespace: string
  readonly isModifiable: boolean
  readonly isQueryable: boolean
}

export function newEhrStatus({ subject, namespace, isModifiable, isQueryable }: NewEhr): Rm.EhrStatus {
  const id = subject.trim()
  return {
    _type: 'EHR_STATUS',
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    name: { _type: 'DV_TEXT', value: 'EHR status' },
    subject: {
      _type: 'PARTY_SELF',
      ...(id === ''
        ? {}
        : {
            external_ref: {
              _type: 'PARTY_REF',
              type: 'PERSON',
              namespace: namespace.trim(),
              id: { _type: 'GENERIC_ID', scheme: namespace.trim(), value: id },
            },
          }),
    },
    is_modifiable: isModifiable,
    is_queryable: isQueryable,
  }
}
