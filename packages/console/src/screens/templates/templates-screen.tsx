/** All templates, how much they are used, and a place to drop a new one. */
import { Button, FileButton, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import { templateIn } from '../form/text-format.ts'
import { ReplaceTemplate } from './replace-template.tsx'
import style from './templates.module.css'
import { useTexts } from './texts.ts'

const USE = `SELECT c/archetype_details/template_id/value AS template, COUNT(*) AS records
FROM EHR e CONTAINS COMPOSITION c`

function useTemplateCounts() {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['templates', 'use'],
    queryFn: async ({ signal }) => {
      const body = { q: USE, offset: 0, fetch: 10_000, query_parameters: {} }
      const { rows } = await cairn.query.adhocPost({ body }, { signal })
      return new Map(rows.map(([template, records]) => [String(template), Number(records)]))
    },
  })
}

export function TemplatesScreen() {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const cairn = useCairn()
  const queries = useQueryClient()
  const canWrite = useRight('api.write')
  const [isOver, setOver] = useState(false)
  const [replacement, setReplacement] = useState<{ templateId: string; opt: string } | undefined>(undefined)
  const templates = useQuery({ queryKey: ['templates'], queryFn: () => cairn.templates.list() })
  const counts = useTemplateCounts()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const opt = await file.text()
      const templateId = templateIn(opt)
      const isThere = templates.data?.some(({ template_id }) => template_id === templateId)
      // A template is replaced only after its effect on stored records was shown.
      if (templateId !== undefined && isThere) {
        setReplacement({ templateId, opt })
        return undefined
      }
      await cairn.templates.upload({ body: opt })
      return file.name
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['templates'] }),
  })
  const take = (file: File | null | undefined) => {
    if (file) upload.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (canWrite) take(event.dataTransfer.files[0])
  }
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
      onDrop={drop}
    >
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
      <Wait query={templates}>
        {all =>
          all.length === 0 ? (
            <Empty title={t('No templates yet')} text={t('Drop an operational template (OPT) here.')} />
          ) : (
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
                  <Table.Td>{counts.data?.get(template_id) ?? (counts.data ? 0 : '')}</Table.Td>
                  <Table.Td>{formatIso(created_timestamp, timeStyle)}</Table.Td>
                </Table.Tr>
              ))}
            </WideTable>
          )
        }
      </Wait>
      {replacement ? <ReplaceTemplate {...replacement} onClose={() => setReplacement(undefined)} /> : null}
      {canWrite ? (
        <Group mt="sm">
          <Text size="sm" c="dimmed">
            {t('Drop an operational template (OPT) here.')}
          </Text>
        </Group>
      ) : null}
    </div>
  )
}
