/** One template: its tree with paths, FLAT paths, an example, the web template, the OPT. */
import { Group, SegmentedControl, Table, Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { RECORD_TYPES, type RecordFormat } from '../../display/record-formats.ts'
import type { RmObject } from '../../display/rm-object.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CodeView } from '../../parts/code-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useExample, useOpt, useRecordSchema, useWebTemplate } from './queries.ts'
import { TEMPLATE_VIEWS, type TemplateView } from './template-search.ts'
import { flatLines, type TemplateNode, templateTree } from './template-tree.ts'
import { type TextKey, useTexts } from './texts.ts'
import { TreeView } from './tree-view.tsx'
import { VersionsView } from './versions-view.tsx'

const route = getRouteApi('/templates/$templateId')

const LABELS: Readonly<Record<TemplateView, TextKey>> = {
  tree: 'Tree',
  flat: 'FLAT paths',
  example: 'Example',
  versions: 'Versions',
  schema: 'JSON Schema',
  web: 'Web template',
  opt: 'OPT',
}

function TextWithCopy({ text, format }: { readonly text: string; readonly format: 'json' | 'xml' }) {
  const t = useTexts()
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <CopyButton value={text} label={t('Copy')} withText />
      </Group>
      <CodeView text={text} format={format} label={format.toUpperCase()} />
    </>
  )
}

function Example({ templateId }: { readonly templateId: string }) {
  const t = useTexts()
  const [format, setFormat] = useState<RecordFormat>('flat')
  const example = useExample(templateId, format)
  return (
    <>
      <SegmentedControl
        aria-label={t('Example')}
        data={Object.keys(RECORD_TYPES).map(value => ({ value, label: value.toUpperCase() }))}
        value={format}
        onChange={value => setFormat(value as RecordFormat)}
        mb="xs"
      />
      <Wait query={example}>
        {text => <TextWithCopy text={text} format={format === 'xml' ? 'xml' : 'json'} />}
      </Wait>
    </>
  )
}

function Schema({ templateId }: { readonly templateId: string }) {
  const schema = useRecordSchema(templateId)
  return <Wait query={schema}>{text => <TextWithCopy text={text} format="json" />}</Wait>
}

function Opt({ templateId }: { readonly templateId: string }) {
  const opt = useOpt(templateId)
  return <Wait query={opt}>{text => <TextWithCopy text={text} format="xml" />}</Wait>
}

function FlatPaths({ tree }: { readonly tree: TemplateNode }) {
  const t = useTexts()
  return (
    <WideTable label={t('FLAT paths')} headings={[t('Label'), t('FLAT path'), t('Type')]} minWidth={640}>
      {flatLines(tree).map(({ path, label, rmType }) => (
        <Table.Tr key={path}>
          <Table.Td>{label}</Table.Td>
          <Table.Td>
            <span className="mono">{path}</span> <CopyButton value={path} label={t('Copy path')} />
          </Table.Td>
          <Table.Td className="dim">{rmType}</Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  )
}

export function TemplateScreen() {
  const t = useTexts()
  const { language } = useTimeStyle()
  const navigate = useNavigate()
  const { templateId } = route.useParams()
  const { view = 'tree' } = route.useSearch()
  const web = useWebTemplate(templateId)
  const tree = useMemo(() => (web.data ? templateTree(web.data, language) : undefined), [web.data, language])
  const views: Readonly<Record<TemplateView, (found: RmObject) => ReactNode>> = {
    tree: () => tree && <TreeView tree={tree} />,
    flat: () => tree && <FlatPaths tree={tree} />,
    example: () => <Example templateId={templateId} />,
    versions: () => <VersionsView templateId={templateId} />,
    schema: () => <Schema templateId={templateId} />,
    web: found => <TextWithCopy text={JSON.stringify(found, null, 2)} format="json" />,
    opt: () => <Opt templateId={templateId} />,
  }
  return (
    <>
      <PageHead title={templateId} />
      <Wait query={web}>
        {found => (
          <Tabs
            value={view}
            keepMounted={false}
            onChange={chosen =>
              void navigate({
                to: '/templates/$templateId',
                params: { templateId },
                search: { view: (chosen ?? 'tree') as TemplateView },
              })
            }
          >
            <Tabs.List mb="md">
              {TEMPLATE_VIEWS.map(each => (
                <Tabs.Tab key={each} value={each}>
                  {t(LABELS[each])}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={view}>{views[view](found)}</Tabs.Panel>
          </Tabs>
        )}
      </Wait>
    </>
  )
}
