/** The queries of compositions. */
import { useQuery } from '@tanstack/react-query'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { useCairn } from '../../session/use-session.ts'
import { checkSignature } from './signature.ts'
import { objectOf, versionEntries } from './versions.ts'

/** All that is known of the records of an EHR. */
export const recordKey = (ehrId: string) => ['composition', ehrId]

export function useVersions(ehrId: string, uid: string) {
  const cairn = useCairn()
  const versioned_object_uid = objectOf(uid)
  return useQuery({
    queryKey: [...recordKey(ehrId), versioned_object_uid, 'history'],
    queryFn: async ({ signal }) => {
      const history = await cairn.composition.versionedRevisionHistory(
        { ehr_id: ehrId, versioned_object_uid },
        { signal },
      )
      return versionEntries(history as unknown as RmObject)
    },
  })
}

/** A version never changes, so it is asked for once. */
export function useVersion(ehrId: string, uid: string | undefined) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...recordKey(ehrId), uid, 'version'],
    queryFn: async ({ signal }) => {
      const version_uid = uid ?? ''
      const { value } = await cairn.composition.versionedVersionById(
        { ehr_id: ehrId, versioned_object_uid: objectOf(version_uid), version_uid },
        { signal },
      )
      return value as unknown as RmObject
    },
    enabled: uid !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const FORMATS = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
} as const

export type RecordFormat = keyof typeof FORMATS

/** A version as the server sends it in one of its formats. */
export function useFormat(ehrId: string, uid: string, format: RecordFormat) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...recordKey(ehrId), uid, format],
    queryFn: async ({ signal }) => {
      const { value } = await cairn.composition.get(
        { ehr_id: ehrId, uid_based_id: uid },
        { accept: FORMATS[format], signal },
      )
      return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useSignature(version: RmObject) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['signature', textAt(version, 'signature')],
    queryFn: async () => checkSignature(version, await cairn.authorization.jwks()),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
