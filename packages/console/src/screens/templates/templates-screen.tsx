/** All templates, how much they are used, and a place to drop a new one. */
import type { CairnClient, TemplateSummary } from '@cairn-ehr/client'
import { Button, FileButton, Group, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { templateIn } from '../form/text-format.ts'
import { templatesKey, useTemplateCounts, useTemplates } from './queries.ts'
import { ReplaceTemplate } from './replace-template.tsx'
import style from './templates.module.css'
import { useTexts } from './texts.ts'

interface Replacement {
  readonly templateId: string
  readonly opt: string
}

/** Stores a file. A template is replaced only after its effect on stored records was shown. */
function useUpload(replace: (replacement: Replacement) => void) {
  const templates = useTemplates()
  const upload = async (cairn: CairnClient, file: File) => {
    const opt = await file.text()
    const templateId = templateIn(opt)
    const isThere = templates.data?.some(({ template_id }) => template_id === templateId)
    if (templateId !== undefined && isThere) {
      replace({ templateId, opt })
      return undefined
    }
    await cairn.templates.upload({ body: opt })
    return file.name
  }
  return useAct(upload, [templatesKey])
}

interface DropProps {
  readonly take: (file: File | undefined) => void
  readonly children: ReactNode
}

function DropArea({ take, children }: DropProps) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a short cut for the button
    <div
      className={style['drop']}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      {children}
    </div>
  )
}

function Templates({ all }: { readonly all: readonly TemplateSummary[] }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const counts = useTemplateCounts().data
  if (all.length === 0)
    return <Empty title={t('No templates yet')} text={t('Drop an operational template (OPT) here.')} />
  return (
    <WideTable
      label={t('Templates')}
      headings={[t('Template'), t('Archetype'), t('Records'), t('Created')]}
      minWidth={640}
    >
      {all.map(({ template_id, concept, archetype_id, created_timestamp }) => (
        <Table.Tr key={template_id}>
          <Table.Td>
            <Link to="/templates/$templateId" params={{ templateId: template_id }}>
              <b>{template_id}</b>
            </Link>
            {concept === template_id ? null : <div className="dim">{concept}</div>}
          </Table.Td>
          <Table.Td className="mono">{archetype_id}</Table.Td>
          <Table.Td>{counts?.get(template_id) ?? (counts ? 0 : '')}</Table.Td>
          <Table.Td>{formatIso(created_timestamp, timeStyle)}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  )
}

export function TemplatesScreen() {
  const t = useTexts()
  const canWrite = useRight('api.write')
  const templates = useTemplates()
  const [replacement, setReplacement] = useState<Replacement | undefined>(undefined)
  const upload = useUpload(setReplacement)
  const take = (file: File | null | undefined) => {
    if (file && canWrite) upload.mutate(file)
  }
  return (
    <DropArea take={take}>
      <PageHead title={t('Templates')}>
        {canWrite ? (
          <FileButton accept=".opt,.xml,application/xml,text/xml" onChange={take}>
            {props => (
              <Button {...props} leftSection={<Upload size={16} />} loading={upload.isPending}>
                {t('Upload template')}
              </Button>
            )}
          </FileButton>
        ) : null}
      </PageHead>
      {upload.error ? (
        <div className={style['outcome']}>
          <Failure error={upload.error} />
        </div>
      ) : null}
      {upload.data ? (
        <Text role="status" mb="sm">
          {t('{name} was uploaded.', { name: upload.data })}
        </Text>
      ) : null}
      <Wait query={templates}>{all => <Templates all={all} />}</Wait>
      {replacement ? <ReplaceTemplate {...replacement} onClose={() => setReplacement(undefined)} /> : null}
      {canWrite ? (
        <Group mt="sm">
          <Text size="sm" c="dimmed">
            {t('Drop an operational template (OPT) here.')}
          </Text>
        </Group>
      ) : null}
    </DropArea>
  )
}
