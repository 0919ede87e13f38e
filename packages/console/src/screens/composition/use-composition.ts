/** The queries of the composition screen. */
import { isCairnError } from '@cairn-ehr/client'
import { useQuery } from '@tanstack/react-query'
import { objectAt, type RmObject, textAt } from '../../display/rm-object.ts'
import { useCairn } from '../../session/use-session.ts'
import { objectOf, versionEntries } from './versions.ts'

export function useVersions(ehrId: string, uid: string) {
  const cairn = useCairn()
  const versioned_object_uid = objectOf(uid)
  return useQuery({
    queryKey: ['composition', ehrId, versioned_object_uid, 'history'],
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
    queryKey: ['composition', ehrId, uid, 'version'],
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

export const templateIdOf = (data: RmObject | undefined): string | undefined =>
  textAt(objectAt(objectAt(data, 'archetype_details'), 'template_id'), 'value')

/** The web template of a record; undefined where the template is gone or there was none. */
export function useWebTemplate(templateId: string | undefined) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['webTemplate', templateId],
    queryFn: async ({ signal }): Promise<RmObject | null> => {
      try {
        const { value } = await cairn.templates.get(
          { template_id: templateId ?? '' },
          { accept: 'application/openehr.wt+json', signal },
        )
        return value as RmObject
      } catch (error) {
        if (isCairnError(error, 'template.not_found')) return null
        throw error
      }
    },
    enabled: templateId !== undefined,
    staleTime: 60_000,
  })
}
