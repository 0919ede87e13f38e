/** The operational template that a form is made of. */
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'

export function useOpt(templateId: string | undefined) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['template', templateId, 'opt'],
    queryFn: async ({ signal }) =>
      (await cairn.templates.get({ template_id: templateId ?? '' }, { accept: 'application/xml', signal }))
        .value,
    enabled: templateId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
