/** The nodes that differ between two versions of a template. */
import { Badge, Table, Text } from '@mantine/core'
import { WideTable } from '../../parts/wide-table.tsx'
import type { NodeChange, NodePart } from './template-difference.ts'
import { type TextKey, useTexts } from './texts.ts'

const KINDS: Readonly<Record<NodeChange['kind'], TextKey>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
}

const PARTS: Readonly<Record<NodePart, TextKey>> = {
  name: 'Name',
  type: 'Type',
  occurrences: 'Occurrences',
  values: 'Allowed values',
}

export function DifferenceView({ changes }: { readonly changes: readonly NodeChange[] }) {
  const t = useTexts()
  if (changes.length === 0) return <Text c="dimmed">{t('The two versions have the same nodes.')}</Text>
  return (
    <WideTable label={t('Versions')} headings={[t('Node'), t('Change'), t('Detail')]} minWidth={600}>
      {changes.map(({ kind, path, label, parts, isNarrower }) => (
        <Table.Tr key={`${kind} ${path}`}>
          <Table.Td>
            <b>{label}</b>
            <div className="mono dim">{path}</div>
          </Table.Td>
          <Table.Td>
            <Badge variant="light" color={kind === 'removed' ? 'red' : 'cairn'}>
              {t(KINDS[kind])}
            </Badge>{' '}
            {isNarrower ? (
              <Badge variant="light" color="amber">
                {t('narrower')}
              </Badge>
            ) : null}
          </Table.Td>
          <Table.Td>
            {parts.map(({ part, before, after }) => (
              <div key={part}>
                {t(PARTS[part])}: {before || '–'} → <b>{after || '–'}</b>
              </div>
            ))}
          </Table.Td>
        </Table.Tr>
      ))}
    </WideTable>
  )
}
