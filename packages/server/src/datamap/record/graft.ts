/**
 * Applies an update to the stored composition: values that the datamap shows are replaced, all others stay.
 *
 * Missing nodes are copied from a fresh composition of the same record. A value that the record leaves out is removed, with
 * the parents that become empty, unless the fresh composition has them too: then the template requires them.
 */
import type { Finding } from '@cairn-ehr/openehr'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Template } from '@cairn-ehr/openehr/template'
import type { Column } from '../model.ts'
import type { MutableNode } from './edit-node.ts'
import { graftRows } from './graft-rows.ts'
import { changeOf, type GraftNode, removal, setAt } from './graft-value.ts'
import type { RowInput } from './record-input.ts'

export interface GraftResult {
  readonly composition: RmObject
  /** Cells that cannot be stored, since data that the datamap does not show are in their place. */
  readonly findings: readonly Finding[]
}

export function graft(
  former: RmObject,
  fresh: RmObject,
  columns: readonly Column[],
  row: RowInput,
  template: Template,
): GraftResult {
  const node = structuredClone(former) as MutableNode
  const findings: Finding[] = []
  graftRow({ node, fresh, constraint: template.definition, findings }, columns, row)
  return { composition: node, findings }
}

/** Groups first, since a column whose path goes through their nodes means the first of them. Removals last. */
function graftRow(site: GraftNode, columns: readonly Column[], row: RowInput): void {
  const values = columns.filter(column => column.kind === 'value')
  const prunings = columns.flatMap(column =>
    column.kind === 'group' ? [graftRows(site, column, row.groups.get(column) ?? [], graftRow)] : [],
  )
  for (const column of values)
    if (changeOf(site, column, row) === 'set') setAt(site, column.steps, column.fullLabel)
  const removals = values.flatMap(column =>
    changeOf(site, column, row) === 'empty' ? [removal(site, column.steps)] : [],
  )
  for (const change of [...removals, ...prunings]) change()
}
