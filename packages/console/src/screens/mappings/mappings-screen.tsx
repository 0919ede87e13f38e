/** Mappings between templates and FHIR: each beside an example of both sides, and the files in force. */
import { Select, Table, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useTemplates } from '../templates/queries.ts'
import { Beside } from './beside.tsx'
import { connectedResources } from './connections.ts'
import type { MappingSearch } from './mapping-search.ts'
import style from './mappings.module.css'
import { printJson } from './printed-json.ts'
import { useMappingFiles, useTriedExample } from './queries.ts'
import { useTexts } from './texts.ts'

const route = getRouteApi('/mappings')

type Tried = NonNullable<ReturnType<typeof useTriedExample>['data']>

interface ExampleProps {
  readonly tried: Tried
  readonly search: MappingSearch
  readonly choose: (search: MappingSearch) => void
}

function Example({ tried: { example, tried }, search, choose }: ExampleProps) {
  const t = useTexts()
  const record = useMemo(() => printJson(example), [example])
  const context = tried.find(each => each.context === search.context) ?? tried[0]
  const resources = useMemo(
    () => (context ? connectedResources(example as RmObject, record, context) : []),
    [example, record, context],
  )
  const at = Math.min(search.resource ?? 0, Math.max(0, resources.length - 1))
  const resource = resources[at]
  if (context === undefined)
    return <Text c="dimmed">{t('No mapping makes resources of this template.')}</Text>
  return (
    <>
      <div className={style['choices']}>
        <Select
          w={340}
          label={t('Mapping')}
          allowDeselect={false}
          data={tried.map(each => each.context)}
          value={context.context}
          onChange={chosen => choose(chosen === null ? {} : { context: chosen })}
        />
        {resources.length > 1 ? (
          <Select
            label={t('Resource')}
            allowDeselect={false}
            data={resources.map(({ name }, index) => ({
              value: String(index),
              label: `${name} ${index + 1}`,
            }))}
            value={String(at)}
            onChange={chosen => choose({ context: context.context, resource: Number(chosen) })}
          />
        ) : null}
      </div>
      {context.fault === undefined ? null : <Text c="red">{context.fault}</Text>}
      {resource ? <Beside key={`${context.context} ${at}`} record={record} resource={resource} /> : null}
    </>
  )
}

function Files() {
  const t = useTexts()
  const files = useMappingFiles()
  return (
    <>
      <h2 className={style['heading2']}>{t('Files in force')}</h2>
      <Wait query={files} rows={8}>
        {all => (
          <WideTable
            label={t('Files in force')}
            headings={[t('File'), t('Kind'), t('Version')]}
            minWidth={420}
          >
            {all.map(({ name, type, version, built_in }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{type}</Table.Td>
                <Table.Td>{built_in ? t('comes with the server') : version}</Table.Td>
              </Table.Tr>
            ))}
          </WideTable>
        )}
      </Wait>
    </>
  )
}

function Templates({ ids, search }: { readonly ids: readonly string[]; readonly search: MappingSearch }) {
  const t = useTexts()
  const navigate = useNavigate()
  const template = ids.find(id => id === search.template) ?? ids[0] ?? ''
  const tried = useTriedExample(template)
  const choose = (chosen: MappingSearch) =>
    void navigate({ to: '/mappings', search: { template, ...chosen } })
  return (
    <>
      <div className={style['choices']}>
        <Select
          w={340}
          label={t('Template')}
          searchable
          allowDeselect={false}
          data={ids}
          value={template}
          onChange={chosen =>
            void navigate({ to: '/mappings', search: chosen === null ? {} : { template: chosen } })
          }
        />
      </div>
      <Wait query={tried} rows={12}>
        {data => <Example tried={data} search={search} choose={choose} />}
      </Wait>
    </>
  )
}

export function MappingsScreen() {
  const t = useTexts()
  const search = route.useSearch()
  const templates = useTemplates()
  return (
    <>
      <PageHead title={t('Mappings')} />
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'A mapping makes FHIR resources of the records of a template, and records of resources. Choose a value to see where it comes from.',
        )}
      </Text>
      <Wait query={templates} rows={12}>
        {all =>
          all.length === 0 ? (
            <Empty title={t('No templates yet')} />
          ) : (
            <Templates ids={[...new Set(all.map(({ template_id }) => template_id))]} search={search} />
          )
        }
      </Wait>
      <Files />
    </>
  )
}
