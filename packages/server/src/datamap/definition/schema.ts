/** The JSON Schema (2020-12) of a datamap's records, with hints for programs that build forms from it. */
import { type Column, type FixedName, fixedNames, type GroupColumn, type ValueColumn } from '../model.ts'
import type { ReadyDatamap } from './datamap-shelf.ts'
import { cellSchema, nullable, type Schema } from './schema-cells.ts'

const UUID: Schema = { type: 'string', format: 'uuid' }
const STRING: Schema = { type: 'string' }
const INTEGER: Schema = { type: 'integer', minimum: 1 }
/** Local time without an offset (docs/interface.md, section 2.5). */
const WALL_CLOCK: Schema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }

const FIXED: Readonly<Record<FixedName, Schema>> = {
  vuid: { ...STRING, title: 'Version id' },
  episode_uid: { ...UUID, title: 'Id of the episode' },
  episode_id: { ...STRING, title: 'Number of the episode' },
  episode_status: { type: 'string', enum: ['active', 'inactive'], title: 'Status of the episode' },
  episode_start: { ...WALL_CLOCK, title: 'Start of the episode' },
  episode_end: { ...WALL_CLOCK, title: 'End of the episode' },
  uid: { ...UUID, title: 'Id of the record' },
  version_object_id: { ...INTEGER, title: 'Number of the record' },
  version_tree_id: { ...INTEGER, title: 'Number of the version' },
  artefact_id: { ...INTEGER, title: 'Number of the template' },
  trunk_lifecycle_state: {
    type: 'string',
    enum: ['complete', 'incomplete', 'deleted', 'inactive', 'abandoned'],
    title: 'Lifecycle state of the latest version',
  },
}

export const recordSchema = ({
  name,
  uid,
  datamap,
}: Pick<ReadyDatamap, 'name' | 'uid' | 'datamap'>): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `${encodeURIComponent(name)}::datamap::${uid}`,
  title: datamap.title,
  ...objectSchema(
    datamap.columns,
    fixedNames(datamap).map(field => [field, { ...FIXED[field], readOnly: true }]),
  ),
})

function objectSchema(columns: readonly Column[], before: readonly [string, Schema][]): Schema {
  const required = columns.filter(isRequired).map(({ label }) => label)
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...before,
      ...columns.map(column => [column.label, columnSchema(column)]),
    ]),
    required,
    additionalProperties: false,
  }
}

const isRequired = (column: Column): boolean => (column.kind === 'group' ? column.min > 0 : column.required)

const columnSchema = (column: Column): Schema =>
  column.kind === 'group' ? groupSchema(column) : valueSchema(column)

/** Only the upper bound applies, since an incomplete record may have fewer rows than the template requires. */
const groupSchema = (group: GroupColumn): Schema => ({
  ...hints(group, undefined),
  type: 'array',
  items: objectSchema(group.columns, []),
  ...(group.max === undefined ? {} : { maxItems: group.max }),
})

function valueSchema(column: ValueColumn): Schema {
  const [only, ...more] = column.types.map(cellSchema)
  const cell = only === undefined || more.length > 0 ? { anyOf: [...(only ? [only] : []), ...more] } : only
  const { description, ...rest } = cell as Schema & { readonly description?: string }
  return {
    ...hints(column, description),
    rmType: column.types.map(({ type }) => type).join(' | '),
    ...(column.always ? rest : nullable(rest)),
  }
}

/** Titles and descriptions for forms; they are not checked. */
function hints({ title, description, path }: Column, unit: string | undefined): Schema {
  const told = [description, unit].filter(part => part !== undefined).join('; ')
  return { title, ...(told === '' ? {} : { description: told }), href: path }
}
