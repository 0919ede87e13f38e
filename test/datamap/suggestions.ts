/** Finds faults in the datamaps that are suggested for templates of the corpus, for the short test and the long one. */
import { exampleOf, randomInstance, type Template } from '@cairn-ehr/openehr/template'
import { fits, type Json } from '../../packages/openehr/test/json-schema.ts'
import { satisfiable } from '../../packages/openehr/test/random-instances.ts'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { checkDatamap } from '../../packages/server/src/datamap/definition/compile.ts'
import { readDefinition } from '../../packages/server/src/datamap/definition/definition.ts'
import { recordSchema } from '../../packages/server/src/datamap/definition/schema.ts'
import { suggestDefinition } from '../../packages/server/src/datamap/definition/suggest.ts'
import { printDefinitionXml } from '../../packages/server/src/datamap/definition/xml.ts'
import type { Cell, CellObject, Column } from '../../packages/server/src/datamap/model.ts'
import { recordOf } from '../../packages/server/src/datamap/record.ts'

const UID = '7d44b88c-4199-4bad-97dc-d78268e01398'
const NOW = '2024-05-17T10:30:00Z'

/** Templates up to that many bytes, each with so many random instances beside its fullest example. */
export function suggestionFaults(largest: number, instances: number): readonly string[] {
  return satisfiable(largest)
    .filter(({ template }) => template.definition.rmType === 'COMPOSITION')
    .flatMap(({ file, template }) => faultsOf(template, instances).map(fault => `${file}: ${fault}`))
}

function faultsOf(template: Template, instances: number): readonly string[] {
  const suggested = suggestDefinition(template)
  const { definition, findings: form } = readDefinition(printDefinitionXml(suggested), 'xml')
  const { datamap, findings } = checkDatamap(definition, template)
  const schema = recordSchema({ name: 'suggested', uid: UID, datamap }) as Json
  const faults = [...form, ...findings].map(({ path, message }) => `${path} ${message}`)
  const documents = [
    exampleOf(template, { detail: 'complete', now: NOW }),
    ...Array.from({ length: instances }, (_, seed) => randomInstance(template, seeded(seed))),
  ]
  for (const document of documents) {
    const record = recordOf(datamap.columns, document)
    if (!fits(record, schema))
      faults.push(`does not follow its schema: ${misfits(record, schema).join(', ')}`)
    faults.push(...missing(datamap.columns, record))
  }
  return faults
}

const misfits = (record: CellObject, schema: Json): readonly string[] =>
  Object.entries(record)
    .filter(
      ([label, cell]) =>
        !fits(cell, (schema['properties'] as Readonly<Record<string, Json>>)[label] ?? {}, schema),
    )
    .map(([label, cell]) => `${label} = ${JSON.stringify(cell).slice(0, 300)}`)

/** Attributes that the reference model wants in every document, and a record lacks. */
function missing(columns: readonly Column[], record: CellObject): readonly string[] {
  return columns.flatMap(column => {
    const cell: Cell | undefined = record[column.label]
    if (column.kind === 'value')
      return column.always && cell === null ? [`${column.fullLabel} is missing`] : []
    const rows = Array.isArray(cell) ? (cell as readonly CellObject[]) : []
    const few = rows.length < column.min ? [`${column.fullLabel} has ${rows.length} rows`] : []
    const many =
      column.max !== undefined && rows.length > column.max
        ? [`${column.fullLabel} has ${rows.length} rows`]
        : []
    return [...few, ...many, ...rows.flatMap(row => missing(column.columns, row))]
  })
}
