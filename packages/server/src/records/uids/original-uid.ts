/** The uid that an object had in another system is kept in its feeder audit (RM, Common, FEEDER_AUDIT). */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

/** A feeder audit names its system; a uid without one comes from a system that nobody knows. */
const UNKNOWN_SYSTEM = 'unknown'

const identifierOf = (uid: string): RmObject => ({
  _type: 'DV_IDENTIFIER',
  id: uid,
  type: 'OBJECT_VERSION_ID',
})

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Adds the uid to `feeder_audit/originating_system_item_ids`, unless it is there. Takes it out of the data. */
export function withOriginalUid({ uid: _uid, ...data }: RmObject, uid: string): RmObject {
  const audit = isRmObject(data['feeder_audit']) ? data['feeder_audit'] : undefined
  const ids = listIn(audit?.['originating_system_item_ids'])
  const isKnown = ids.some(each => isRmObject(each) && each['id'] === uid)
  return {
    ...data,
    feeder_audit: {
      _type: 'FEEDER_AUDIT',
      originating_system_audit: {
        _type: 'FEEDER_AUDIT_DETAILS',
        system_id: uid.split('::')[1] || UNKNOWN_SYSTEM,
      },
      ...audit,
      originating_system_item_ids: isKnown ? ids : [...ids, identifierOf(uid)],
    },
  }
}

/** Tells the client where its uid is. */
export const originalUidWarning = (uid: string | undefined): readonly string[] =>
  uid === undefined
    ? []
    : [`The uid ${uid} is of another system: it is kept in feeder_audit/originating_system_item_ids.`]
