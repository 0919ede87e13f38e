/** openEHR data as the source of a mapping: values with their parents, found by the paths of mappings. */
import { resolveSteps, type Step } from '@cairn-ehr/openehr/path'
import { baseType, isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

export interface RmNode {
  readonly value: unknown
  /** Leads to this value alone: it identifies the node. */
  readonly path: string
  readonly parent?: RmNode
}

export const rootNode = (composition: RmObject): RmNode => ({ value: composition, path: '' })

const typeOfNode = ({ value }: RmNode): string | undefined =>
  isRmObject(value) && typeof value._type === 'string' ? value._type : undefined

function stepFrom(node: RmNode, step: Step): readonly RmNode[] {
  const found = resolveSteps([step], [node])
  return found.map(({ value, path }) => ({ value, path, parent: node }))
}

/**
 * Follows steps to every value. An ELEMENT stands for its value, and a structured terminology id for its text: mappings write
 * `items[at0063]/defining_code/code_string`. Entries may be inside sections.
 */
export function nodesAt(from: RmNode, steps: readonly Step[]): readonly RmNode[] {
  let found: readonly RmNode[] = [from]
  for (const step of steps) {
    found = found.flatMap(node => {
      const direct = stepFrom(node, step)
      if (direct.length > 0) return direct
      if (step.attribute === 'content') return inSections(node, step)
      return isElement(node)
        ? stepFrom(node, { attribute: 'value' }).flatMap(value => stepFrom(value, step))
        : []
    })
    if (found.length === 0) break
  }
  return found
}

const isElement = (node: RmNode): boolean => typeOfNode(node) === 'ELEMENT'

function inSections(composition: RmNode, step: Step): readonly RmNode[] {
  const search = (node: RmNode, depth: number): readonly RmNode[] => {
    if (depth > 20) return []
    const attribute = node === composition ? 'content' : 'items'
    const here = stepFrom(node, { ...step, attribute })
    const sections = stepFrom(node, { attribute }).filter(each => typeOfNode(each) === 'SECTION')
    return [...here, ...sections.flatMap(section => search(section, depth + 1))]
  }
  return search(composition, 0)
}

/** The data value of an ELEMENT; any other value is itself. */
export function dataValueOf(node: RmNode): RmNode {
  if (!isElement(node)) return node
  return stepFrom(node, { attribute: 'value' })[0] ?? node
}

/** The value that conditions compare: the text of a primitive, a terminology id or a data value. */
export function comparableOf(node: RmNode): string | undefined {
  const { value } = dataValueOf(node)
  if (!isRmObject(value)) return value === undefined || value === null ? undefined : String(value)
  const inner = value['value'] ?? value['magnitude'] ?? value['code_string']
  return isRmObject(inner) || inner === undefined ? undefined : String(inner)
}

export function isOfType(node: RmNode, types: readonly string[]): boolean {
  const own = typeOfNode(dataValueOf(node))
  const outer = typeOfNode(node)
  return types.some(type =>
    [own, outer].some(each => each !== undefined && baseType(each) === baseType(type)),
  )
}
