/**
 * An update laid on the former composition: what the datamap shows becomes what the record says, all else stays as it is.
 *
 * What is missing is taken from a fresh composition of the same record, from the highest node that is missing on; what the
 * record leaves out is removed, with the nodes above that become empty, unless a fresh composition has them too: then the
 * template wants them.
 */
import type { Finding } from '@cairn/openehr'
import type { RmObject } from '@cairn/openehr/rm'
import type { Template } from '@cairn/openehr/template'
import type { Column } from '../model.ts'
import type { Draft } from './edit.ts'
import type { GivenRow } from './given.ts'
import { graftRows } from './graft-rows.ts'
import { changeOf, removal, type Site, setAt } from './graft-value.ts'

export interface Grafted {
  readonly composition: RmObject
  /** Cells that have no place, since something that the datamap does not show stands there. */
  readonly findings: readonly Finding[]
}

export function graft(
  former: RmObject,
  fresh: RmObject,
  columns: readonly Column[],
  row: GivenRow,
  template: Template,
): Grafted {
  const node = structuredClone(former) as Draft
  const findings: Finding[] = []
  graftRow({ node, fresh, constraint: template.definition, findings }, columns, row)
  return { composition: node, findings }
}

/** Groups first: a column that passes through their nodes means the first of them. What goes, goes last. */
function graftRow(site: Site, columns: readonly Column[], row: GivenRow): void {
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
