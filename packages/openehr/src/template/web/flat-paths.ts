/** Every path that FLAT data of a template may have, with its suffixes, types and how often it may occur. */

import { baseType, isA } from '../../rm/index.ts'
import type { Template } from '../model.ts'
import { webTemplate } from './build.ts'
import type { InputType, WebTemplateNode } from './model.ts'

export interface FlatPath {
  /** `:0` stands where an index counts: `vitals/any_event:0/temperature|magnitude`. */
  readonly path: string
  readonly rmType: string
  /** The kind of plain value that the path takes. */
  readonly type: InputType
  readonly min: number
  /** -1: any number. */
  readonly max: number
  /** A record is incomplete without it: the node and all its parents occur at least once. */
  readonly required: boolean
  /** Filled from `ctx/…` where it is left out. */
  readonly inContext: boolean
  readonly name: string
  readonly aqlPath: string
}

interface Suffix {
  /** Empty: the path alone. */
  readonly suffix: string
  readonly type: InputType
  /** The value is incomplete without it. */
  readonly needed: boolean
}

const needed = (suffix: string, type: InputType): Suffix => ({ suffix, type, needed: true })
const extra = (suffix: string, type: InputType): Suffix => ({ suffix, type, needed: false })

/** After the table of the simplified formats (Simplified Data Template, RM type mappings). */
const SUFFIXES: Readonly<Record<string, readonly Suffix[]>> = {
  DV_TEXT: [needed('', 'TEXT')],
  DV_CODED_TEXT: [needed('code', 'TEXT'), extra('value', 'TEXT'), extra('terminology', 'TEXT')],
  CODE_PHRASE: [needed('code', 'TEXT'), extra('terminology', 'TEXT')],
  DV_STATE: [needed('code', 'TEXT'), extra('value', 'TEXT')],
  DV_ORDINAL: [needed('code', 'TEXT'), extra('value', 'TEXT'), extra('ordinal', 'INTEGER')],
  DV_SCALE: [needed('code', 'TEXT'), extra('value', 'TEXT'), extra('ordinal', 'DECIMAL')],
  DV_BOOLEAN: [needed('', 'BOOLEAN')],
  DV_COUNT: [needed('', 'INTEGER')],
  DV_QUANTITY: [
    needed('magnitude', 'DECIMAL'),
    needed('unit', 'TEXT'),
    extra('precision', 'INTEGER'),
    extra('normal_status', 'TEXT'),
  ],
  DV_PROPORTION: [
    needed('numerator', 'DECIMAL'),
    needed('denominator', 'DECIMAL'),
    needed('type', 'INTEGER'),
    extra('precision', 'INTEGER'),
  ],
  DV_DATE: [needed('', 'DATE')],
  DV_TIME: [needed('', 'TIME')],
  DV_DATE_TIME: [needed('', 'DATETIME')],
  DV_DURATION: [needed('', 'TEXT')],
  DV_URI: [needed('', 'TEXT')],
  DV_EHR_URI: [needed('', 'TEXT')],
  DV_PARSABLE: [needed('', 'TEXT'), extra('formalism', 'TEXT')],
  DV_MULTIMEDIA: [
    needed('', 'TEXT'),
    needed('mediatype', 'TEXT'),
    extra('size', 'INTEGER'),
    extra('alternatetext', 'TEXT'),
  ],
  DV_IDENTIFIER: [
    needed('id', 'TEXT'),
    extra('type', 'TEXT'),
    extra('issuer', 'TEXT'),
    extra('assigner', 'TEXT'),
  ],
  PARTY_PROXY: [
    needed('name', 'TEXT'),
    extra('id', 'TEXT'),
    extra('id_scheme', 'TEXT'),
    extra('id_namespace', 'TEXT'),
  ],
  PARTY_REF: [
    needed('id', 'TEXT'),
    extra('id_scheme', 'TEXT'),
    extra('namespace', 'TEXT'),
    extra('type', 'TEXT'),
  ],
  STRING: [needed('', 'TEXT')],
}

/** In the order of the template. */
export function flatPaths(template: Template): readonly FlatPath[] {
  const { tree } = webTemplate(template)
  const found: FlatPath[] = []
  collect(tree, tree.id, true, found)
  return found
}

function collect(node: WebTemplateNode, path: string, required: boolean, into: FlatPath[]): void {
  for (const { suffix, type, needed } of suffixesOf(node))
    into.push({
      path: suffix === '' ? path : `${path}|${suffix}`,
      rmType: node.rmType,
      type,
      min: needed ? node.min : 0,
      max: node.max,
      required: required && needed && node.min > 0,
      inContext: node.inContext === true,
      name: node.name,
      aqlPath: node.aqlPath,
    })
  for (const child of node.children)
    collect(child, `${path}/${child.id}${child.max === 1 ? '' : ':0'}`, required && child.min > 0, into)
}

function suffixesOf(node: WebTemplateNode): readonly Suffix[] {
  const base = baseType(node.rmType)
  const known = SUFFIXES[isA(base, 'PARTY_PROXY') ? 'PARTY_PROXY' : base] ?? []
  const listed = node.inputs.some(input => input.suffix === 'code' && input.type === 'CODED_TEXT')
  const coded = known.map(one =>
    listed && one.suffix === 'code' ? { ...one, type: 'CODED_TEXT' as const } : one,
  )
  // Free text instead of a code: then neither of the two is needed.
  return node.other ? [...coded.map(one => ({ ...one, needed: false })), extra('other', 'TEXT')] : coded
}
