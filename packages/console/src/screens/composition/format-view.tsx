/** A composition as the server sends it in one of its formats. */
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CodeView } from '../../parts/code-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Wait } from '../../parts/states.tsx'
import { useCairn } from '../../session/use-session.ts'
import { useTexts } from './texts.ts'

const TYPES = {
  json: 'application/json',
  xml: 'application/xml',
  flat: 'application/openehr.wt.flat+json',
  structured: 'application/openehr.wt.structured+json',
} as const

export type RecordFormat = keyof typeof TYPES

interface Props {
  readonly ehrId: string
  readonly uid: string
  readonly format: RecordFormat
}

export function FormatView({ ehrId, uid, format }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const text = useQuery({
    queryKey: ['composition', ehrId, uid, format],
    queryFn: async ({ signal }) => {
      const { value } = await cairn.composition.get(
        { ehr_id: ehrId, uid_based_id: uid },
        { accept: TYPES[format], signal },
      )
      return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Wait query={text}>
      {found => (
        <>
          <Group justify="flex-end" mb="xs">
            <CopyButton value={found} label={t('Copy')} withText />
          </Group>
          <CodeView text={found} format={format === 'xml' ? 'xml' : 'json'} label={format.toUpperCase()} />
        </>
      )}
    </Wait>
  )
}
