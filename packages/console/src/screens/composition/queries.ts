/** The queries of compositions. A version never changes, so it is asked for once. */

import { RECORD_TYPES, type RecordFormat } from '../../display/record-formats.ts'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { checkSignature } from './signature.ts'
import { objectOf, versionEntries } from './versions.ts'

/** All that is known of the records of an EHR. */
export const recordKey = (ehrId: string) => ['composition', ehrId]

export const useVersions = (ehr_id: string, uid: string) =>
  useAsk([...recordKey(ehr_id), objectOf(uid), 'history'], async (cairn, signal) => {
    const wanted = { ehr_id, versioned_object_uid: objectOf(uid) }
    const history = await cairn.composition.versionedRevisionHistory(wanted, { signal })
    return versionEntries(history as unknown as RmObject)
  })

export const useVersion = (ehr_id: string, uid: string | undefined) =>
  useAsk(
    [...recordKey(ehr_id), uid, 'version'],
    async (cairn, signal) => {
      const version_uid = uid ?? ''
      const wanted = { ehr_id, versioned_object_uid: objectOf(version_uid), version_uid }
      const { value } = await cairn.composition.versionedVersionById(wanted, { signal })
      return value as unknown as RmObject
    },
    { enabled: uid !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )

/** A version as the server sends it in one of its formats. */
export const useFormat = (ehr_id: string, uid: string, format: RecordFormat) =>
  useAsk(
    [...recordKey(ehr_id), uid, format],
    async (cairn, signal) => {
      const wanted = { ehr_id, uid_based_id: uid }
      const { value } = await cairn.composition.get(wanted, { accept: RECORD_TYPES[format], signal })
      return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    },
    { staleTime: Number.POSITIVE_INFINITY },
  )

export const useSignature = (version: RmObject) =>
  useAsk(
    ['signature', textAt(version, 'signature')],
    async cairn => checkSignature(version, await cairn.authorization.jwks()),
    { staleTime: Number.POSITIVE_INFINITY },
  )
