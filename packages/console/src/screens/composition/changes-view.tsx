/** The difference of two versions: first in words, then as text. */
import { Badge, Select, Table, Text } from '@mantine/core'
import type { RmObject } from '../../display/rm-object.ts'
import { CodeDifference } from '../../parts/code-difference.tsx'
import { Empty } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import style from './composition.module.css'
import { type Change, comparable, differenceOf } from './difference.ts'
import type { ReadableComposition } from './readable-node.ts'
import { useTexts } from './texts.ts'
import type { VersionEntry } from './versions.ts'

interface Shown {
  readonly number: number
  readonly data: RmObject | undefined
  readonly readable: ReadableComposition | undefined
}

interface Props {
  readonly older: Shown
  readonly newer: Shown
  readonly versions: readonly VersionEntry[]
  readonly choose: (number: number) => void
}

const COLORS = { changed: 'amber', added: 'cairn', removed: 'red' } as const

function ChangeRow({ change }: { readonly change: Change }) {
  const t = useTexts()
  const { kind, labels, before, after } = change
  return (
    <Table.Tr>
      <Table.Td>
        <Badge color={COLORS[kind]} variant="light">
          {t(kind)}
        </Badge>
      </Table.Td>
      <Table.Td>
        <b>{labels.at(-1)}</b>
        <div className="dim">{labels.slice(0, -1).join(' › ')}</div>
      </Table.Td>
      <Table.Td className={style['changeText']}>
        {before === undefined ? null : <del className={style['before']}>{before}</del>}
        {before !== undefined && after !== undefined ? ' → ' : null}
        {after === undefined ? null : <ins className={style['after']}>{after}</ins>}
      </Table.Td>
    </Table.Tr>
  )
}

const NOTHING: ReadableComposition = { title: '', context: [], content: [] }

const printed = (data: RmObject | undefined): string =>
  data === undefined ? '' : JSON.stringify(comparable(data), null, 2)

export function ChangesView({ older, newer, versions, choose }: Props) {
  const t = useTexts()
  const changes = differenceOf(older.readable ?? NOTHING, newer.readable ?? NOTHING)
  const label = (number: number) => t('Version {number}', { number })
  const others = versions.filter(({ number }) => number < newer.number)
  return (
    <>
      <Select
        className={style['compare']}
        label={t('Compared with')}
        data={others.map(({ number }) => ({ value: String(number), label: label(number) }))}
        value={String(older.number)}
        allowDeselect={false}
        onChange={value => choose(Number(value))}
      />
      {changes.length === 0 ? (
        <Empty title={t('No difference')} text={t('Both versions say the same.')} />
      ) : (
        <WideTable label={t('Changes')} minWidth={300}>
          {changes.map(change => (
            <ChangeRow key={change.key} change={change} />
          ))}
        </WideTable>
      )}
      <Text fw={600} mt="lg" mb="xs">
        {t('As text')}
      </Text>
      <CodeDifference
        before={printed(older.data)}
        after={printed(newer.data)}
        labels={[label(older.number), label(newer.number)]}
      />
    </>
  )
}
