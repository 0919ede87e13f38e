/** The queries of mappings. */
import { useAsk } from '../../session/use-ask.ts'

export const useMappingFiles = () => useAsk(['mappings'], cairn => cairn.fhirMappings.list())

export const useMappingText = (mapping_name: string | undefined) =>
  useAsk(
    ['mappings', mapping_name],
    (cairn, signal) => cairn.fhirMappings.get({ mapping_name: mapping_name ?? '' }, { signal }),
    { enabled: mapping_name !== undefined },
  )

/** An example that the server makes of the template: one of every value, and nobody's data. */
export const useTriedExample = (template_id: string) =>
  useAsk(
    ['mappings', 'tried', template_id],
    async (cairn, signal) => {
      const example = await cairn.templates.example({ template_id, detail_level: 'medium' }, { signal })
      const tried = await cairn.fhirMappings.try({ body: { example } }, { signal })
      return { example, tried }
    },
    { enabled: template_id !== '' },
  )
