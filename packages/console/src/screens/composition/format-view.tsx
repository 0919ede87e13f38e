/** A composition as the server sends it in one of its formats. */
import { Group } from '@mantine/core'
import type { RecordFormat } from '../../display/record-formats.ts'
import { CodeView } from '../../parts/code-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Wait } from '../../parts/states.tsx'
import { useFormat } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly ehrId: string
  readonly uid: string
  readonly format: RecordFormat
}

export function FormatView({ ehrId, uid, format }: Props) {
  const t = useTexts()
  const text = useFormat(ehrId, uid, format)
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
