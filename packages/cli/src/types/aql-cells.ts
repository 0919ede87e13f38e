/** The cells of AQL over a template as a TypeScript type: by archetype and path, for `createClient`. */
import { flatPaths, type Template, webTemplate } from '@cairn-ehr/openehr/template'
import { oneLine } from './names.ts'

/** Members of data values that queries select, with the types of their cells. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DV_BOOLEAN: { value: 'boolean' },
  DV_COUNT: { magnitude: 'number' },
  DV_CODED_TEXT: { value: 'string', 'defining_code/code_string': 'string' },
  DV_DATE: { value: 'string' },
  DV_DATE_TIME: { value: 'string' },
  DV_DURATION: { value: 'string' },
  DV_EHR_URI: { value: 'string' },
  DV_IDENTIFIER: { id: 'string' },
  DV_ORDINAL: { value: 'number', 'symbol/value': 'string', 'symbol/defining_code/code_string': 'string' },
  DV_PROPORTION: { numerator: 'number', denominator: 'number' },
  DV_QUANTITY: { magnitude: 'number', units: 'string' },
  DV_SCALE: { value: 'number', 'symbol/value': 'string', 'symbol/defining_code/code_string': 'string' },
  DV_TEXT: { value: 'string' },
  DV_TIME: { value: 'string' },
  DV_URI: { value: 'string' },
}

const ARCHETYPE = /^.*\[(openEHR-[^\],]+)[^\]]*\]\/?/

/** The innermost archetype of a path, and the path below it. */
function placeOf(aqlPath: string, root: string): readonly [archetype: string, below: string] {
  const [before = '', archetype = root] = ARCHETYPE.exec(aqlPath) ?? []
  return [archetype, aqlPath.slice(before.length).replace(/^\//, '')]
}

type Cells = Map<string, Map<string, Set<string>>>

/** A path of a node that takes values of several classes has the types of all of them. */
function cellsOf(template: Template): Cells {
  const cells: Cells = new Map()
  const root = webTemplate(template).tree.nodeId ?? ''
  for (const { aqlPath, rmType } of flatPaths(template)) {
    const [archetype, below] = placeOf(aqlPath, root)
    const paths = cells.get(archetype) ?? new Map<string, Set<string>>()
    cells.set(archetype, paths)
    for (const [member, type] of Object.entries(MEMBERS[rmType] ?? {})) {
      const path = `${below}/${member}`
      paths.set(path, (paths.get(path) ?? new Set()).add(type))
    }
  }
  return cells
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

export function aqlCellsTypescript(name: string, template: Template): string {
  const archetypes = [...cellsOf(template)].map(([archetype, paths]) => {
    const members = [...paths].map(([path, types]) => `    ${quoted(path)}: ${[...types].join(' | ')}\n`)
    return `  ${quoted(archetype)}: {\n${members.join('')}  }\n`
  })
  return `
/** Cells of AQL over the template "${oneLine(template.templateId)}", for createClient<${name}Cells>. Made by "cairn generate types". */
export type ${name}Cells = {
${archetypes.join('')}}
`
}
