/** The readable body of a composition. */
import { ActionIcon, CopyButton, Table } from '@mantine/core'
import { Check, Link2 } from 'lucide-react'
import { Hint } from '../../parts/hint.tsx'
import { Value } from '../../parts/value.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { NamedParty } from '../demographics/named-party.tsx'
import { useClinical } from '../ehr/use-clinical.ts'
import style from './composition.module.css'
import type { ReadableComposition, ReadableNode } from './readable-node.ts'
import { isReportedAnalyte, ReportProvider, ReportTable } from './report-table.tsx'
import { useTexts } from './texts.ts'

function CopyPath({ path }: { readonly path: string }) {
  const t = useTexts()
  return (
    <CopyButton value={path} timeout={1200}>
      {({ copied, copy }) => (
        <Hint label={copied ? t('Copied') : path}>
          <ActionIcon
            className={style['copyPath']}
            variant="subtle"
            color="gray"
            size="xs"
            onClick={copy}
            aria-label={t('Copy path')}
          >
            {copied ? <Check size={13} /> : <Link2 size={13} />}
          </ActionIcon>
        </Hint>
      )}
    </CopyButton>
  )
}

function Leaf({ node }: { readonly node: ReadableNode }) {
  return (
    <div className={style['leaf']}>
      <dt>
        {node.label} <CopyPath path={node.path} />
      </dt>
      <dd>
        {node.party && node.value ? (
          <NamedParty party={node.party} name={node.value.text} />
        ) : node.value ? (
          <Value view={node.value} />
        ) : null}
      </dd>
    </div>
  )
}

/** The names of the rows, if they tell rows apart. */
const isNamed = (rows: readonly ReadableNode[]): boolean => new Set(rows.map(({ label }) => label)).size > 1

function RecordedTable({ node: { label, children: rows } }: { readonly node: ReadableNode }) {
  const columns = [...new Set(rows.flatMap(row => row.children.map(each => each.label)))]
  const hasNames = isNamed(rows)
  return (
    <WideTable label={label} headings={hasNames ? [label, ...columns] : columns} minWidth={0}>
      {rows.map(row => (
        <Table.Tr key={row.key}>
          {hasNames ? <Table.Th scope="row">{row.label}</Table.Th> : null}
          {columns.map(column => {
            const value = row.children.find(each => each.label === column)?.value
            return <Table.Td key={column}>{value ? <Value view={value} /> : null}</Table.Td>
          })}
        </Table.Tr>
      ))}
    </WideTable>
  )
}

type Look = 'leaf' | 'analyte' | 'branch'

/** Leaves that follow each other make one list of labels and values, analytes one table. */
function Children({ nodes }: { readonly nodes: readonly ReadableNode[] }) {
  const clinical = useClinical()
  const lookOf = (node: ReadableNode): Look =>
    node.value ? 'leaf' : isReportedAnalyte(node, clinical) ? 'analyte' : 'branch'
  const runs: { look: Look; nodes: ReadableNode[] }[] = []
  for (const node of nodes) {
    const look = lookOf(node)
    const run = runs.at(-1)
    if (run && run.look === look && look !== 'branch') run.nodes.push(node)
    else runs.push({ look, nodes: [node] })
  }
  return runs.map(({ look, nodes: run }) => {
    const [first] = run
    if (!first) return null
    if (first.kind === 'table') return <RecordedTable key={first.key} node={first} />
    if (look === 'branch') return <Branch key={first.key} node={first} />
    if (look === 'analyte') return <ReportTable key={first.key} nodes={run} />
    return (
      <dl key={first.key} className={style['leaves']}>
        {run.map(node => (
          <Leaf key={node.key} node={node} />
        ))}
      </dl>
    )
  })
}

/** The name that archetypes give to an event which says nothing more. */
const PLAIN_EVENT = /^any event$/i

function Branch({ node }: { readonly node: ReadableNode }) {
  if (node.kind === 'event' && PLAIN_EVENT.test(node.label)) return <Children nodes={node.children} />
  return (
    <div className={style['branch']} data-kind={node.kind}>
      <div className={style['branchLabel']}>
        {node.label} <CopyPath path={node.path} />
      </div>
      <Children nodes={node.children} />
    </div>
  )
}

/** Makes a key usable as the id of an element. */
export const anchorOf = (key: string): string => key.replace(/[^\w.-]+/g, '_')

interface EntryProps {
  readonly node: ReadableNode
  readonly isInSection?: boolean
}

function Entry({ node, isInSection = false }: EntryProps) {
  const Heading = isInSection ? 'h3' : 'h2'
  if (node.kind === 'section')
    return (
      <section id={anchorOf(node.key)} className={style['section']}>
        <h2>{node.label}</h2>
        {node.children.map(child => (
          <Entry key={child.key} node={child} isInSection />
        ))}
      </section>
    )
  return (
    <section id={anchorOf(node.key)} className={style['entry']}>
      <Heading>
        {node.label} <CopyPath path={node.path} />
        <span className={style['type']}>{node.rmType}</span>
      </Heading>
      <Children nodes={node.children} />
    </section>
  )
}

interface Props {
  readonly readable: ReadableComposition
  readonly ehrId: string
  readonly uid: string
  readonly time: string
}

export function ReadableView({ readable, ...record }: Props) {
  const t = useTexts()
  return (
    <ReportProvider {...record}>
      {readable.context.length === 0 ? null : (
        <section className={style['entry']}>
          <h2>{t('Context')}</h2>
          <Children nodes={readable.context} />
        </section>
      )}
      {readable.content.map(node => (
        <Entry key={node.key} node={node} />
      ))}
    </ReportProvider>
  )
}
