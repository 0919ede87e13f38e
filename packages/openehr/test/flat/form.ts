/** A form that knows nothing but the web template document: what it would send if somebody filled in every field. */
import { plainChooser } from '../../src/template/example/chooser.ts'
import { textMatching } from '../../src/template/example/regex.ts'

/** A node of the `application/openehr.wt+json` document. */
export interface FormNode {
  readonly id: string
  readonly rmType: string
  readonly nodeId?: string
  readonly min: number
  readonly max: number
  readonly inContext?: boolean
  readonly cardinalities?: readonly { readonly max: number; readonly ids: readonly string[] }[]
  readonly inputs?: readonly FormInput[]
  readonly children?: readonly FormNode[]
}

interface Bounds {
  readonly min?: number | string
  readonly minOp?: string
  readonly max?: number | string
  readonly maxOp?: string
}

interface Validation {
  readonly range?: Bounds
  readonly pattern?: string
  readonly precision?: Bounds
}

interface FormInput {
  readonly suffix?: string
  readonly type: string
  readonly list?: readonly { readonly value: string; readonly validation?: Validation }[]
  readonly listOpen?: boolean
  readonly terminology?: string
  readonly validation?: Validation
  readonly defaultValue?: unknown
}

type Flat = Record<string, unknown>

const PLAIN = plainChooser('required')

/** A number inside the bounds; whole, unless they leave no whole one. */
function numberIn({ min, minOp, max, maxOp }: Bounds = {}): number {
  const lower = typeof min === 'number' ? min : undefined
  const upper = typeof max === 'number' ? max : undefined
  if (lower !== undefined && minOp !== '>') return lower
  if (upper !== undefined && maxOp !== '<') return upper
  if (lower !== undefined && upper !== undefined) return (lower + upper) / 2
  if (lower !== undefined) return lower + 1
  return upper === undefined ? 1 : upper - 1
}

const DATE = { yyyy: '2024', mm: '03', dd: '05' }
const TIME = { hh: '10', mm: '20', ss: '30' }

/** `yyyy-mm-XX` forbids the day, `yyyy-??-??` leaves month and day open: open parts are filled in. */
function dateText(pattern = 'yyyy-mm-dd'): string {
  const [, month = '??', day = '??'] = pattern.split('-')
  if (/x/i.test(month)) return DATE.yyyy
  return /x/i.test(day) ? `${DATE.yyyy}-${DATE.mm}` : `${DATE.yyyy}-${DATE.mm}-${DATE.dd}`
}

function timeText(pattern = 'hh:mm:ss'): string {
  const [, minute = '??', second = '??'] = pattern.replace(/^T/, '').split(':')
  if (/x/i.test(minute)) return TIME.hh
  return /x/i.test(second) ? `${TIME.hh}:${TIME.mm}` : `${TIME.hh}:${TIME.mm}:${TIME.ss}`
}

function dateTimeText(pattern = 'yyyy-mm-ddThh:mm:ss'): string {
  const [date = '', time = ''] = pattern.split('T')
  return /x/i.test(time.slice(0, 2)) ? dateText(date) : `${dateText(date)}T${timeText(time)}`
}

const TEXTS: Readonly<Record<string, string>> = {
  DV_URI: 'https://example.org/x',
  DV_EHR_URI: 'ehr://example.org/x',
  DV_MULTIMEDIA: 'https://example.org/x.png',
}

function scalarFor(input: FormInput, rmType: string, unit?: Validation): unknown {
  const listed = input.list?.[0]?.value
  const validation = unit ?? input.validation
  if (input.defaultValue !== undefined) return input.defaultValue
  switch (input.type) {
    case 'INTEGER':
    case 'DECIMAL':
      return listed === undefined ? numberIn(validation?.range) : Number(listed)
    case 'BOOLEAN':
      return listed === undefined ? true : listed === 'true'
    case 'DATE':
      return dateText(validation?.pattern)
    case 'TIME':
      return timeText(validation?.pattern)
    case 'DATETIME':
      return dateTimeText(validation?.pattern)
    default: {
      if (listed !== undefined) return listed
      if (input.suffix === 'mediatype') return 'image/png'
      if (input.suffix === 'id_scheme' || input.suffix === 'id_namespace') return 'local'
      const matching = validation?.pattern === undefined ? undefined : textMatching(validation.pattern, PLAIN)
      return matching ?? TEXTS[rmType] ?? 'Text'
    }
  }
}

/** The fields of a duration that must be said, else the smallest with a 1 in it. */
function durationFields(inputs: readonly FormInput[]): readonly FormInput[] {
  const demanded = inputs.filter(({ validation }) => Number(validation?.range?.min ?? 0) > 0)
  if (demanded.length > 0) return demanded
  return inputs.slice(-1).map(input => ({ ...input, defaultValue: 1 }))
}

/** The keys of one field with all its inputs, free text beside a list (`|other`) left out. */
export function fieldOf(node: FormNode, path: string): Flat {
  const flat: Flat = {}
  const inputs = (node.inputs ?? []).filter(({ suffix }) => suffix !== 'other')
  const unit = inputs.find(({ suffix }) => suffix === 'unit')?.list?.[0]?.validation
  const chosen = node.rmType === 'DV_DURATION' ? durationFields(inputs) : inputs
  for (const input of chosen) {
    const key = input.suffix === undefined ? path : `${path}|${input.suffix}`
    flat[key] = scalarFor(input, node.rmType, input.suffix === 'magnitude' ? unit : undefined)
  }
  const [code] = inputs
  // A code of nobody's list: the person who fills in the form says where it is from.
  const isOpen = code?.suffix === 'code' && code.list === undefined
  if (isOpen && (code.terminology === undefined || code.terminology.includes('//')))
    flat[`${path}|terminology`] = 'SNOMED-CT'
  return flat
}

/** Entries for attributes with codes of the openEHR terminology, which the document does not list. */
const OPENEHR: Readonly<Record<string, readonly [code: string, value: string]>> = {
  category: ['433', 'event'],
  setting: ['238', 'other care'],
  transition: ['548', 'finish'],
  math_function: ['146', 'mean'],
}

function openehrField(node: FormNode, path: string): Flat | undefined {
  const known = OPENEHR[node.id]
  if (known === undefined || node.inputs?.[0]?.terminology !== 'openehr' || node.inputs[0].list)
    return undefined
  return { [`${path}|code`]: known[0], [`${path}|value`]: known[1] }
}

/** Every field of the tree with its path: of a choice each alternative by itself. */
export function* fieldsOf(node: FormNode, path = node.id): Generator<readonly [FormNode, string]> {
  if ((node.inputs ?? []).length > 0) yield [node, path]
  for (const child of node.children ?? [])
    yield* fieldsOf(child, `${path}/${child.id}${child.max === 1 ? '' : ':0'}`)
}

/** The children that one person would fill in: one alternative of a choice, one of the names of a node, no more than may be. */
function childrenOf(node: FormNode): readonly FormNode[] {
  const all = node.children ?? []
  if (node.rmType === 'ELEMENT') return all.slice(0, 1)
  const seen = new Set<string>()
  const named = all.filter(({ nodeId = '', min }) => {
    const isAnother = nodeId !== '' && seen.has(nodeId)
    seen.add(nodeId)
    return !isAnother || min > 0
  })
  const limits = (node.cardinalities ?? []).filter(({ max }) => max >= 0)
  const optional = (child: FormNode): boolean => child.min === 0
  return limits.reduce<readonly FormNode[]>((kept, { max, ids }) => {
    const among = kept.filter(({ id }) => ids.includes(id)).toSorted((a, b) => b.min - a.min)
    const tooMany = new Set(among.slice(max).filter(optional))
    return kept.filter(child => !tooMany.has(child))
  }, named)
}

/** A form in which every field is filled in, as often as it must be. */
export function filledForm(node: FormNode, path = node.id): Flat {
  const own = openehrField(node, path) ?? fieldOf(node, path)
  const below = childrenOf(node).flatMap(child =>
    Array.from({ length: Math.max(child.min, 1) }, (_, index) =>
      filledForm(child, `${path}/${child.id}${child.max === 1 ? '' : `:${index}`}`),
    ),
  )
  return Object.assign({}, own, ...below)
}

export const FORM_CONTEXT: Flat = {
  'ctx/language': 'en',
  'ctx/territory': 'NL',
  'ctx/composer_name': 'A clinician',
  'ctx/time': '2024-03-05T10:20:30Z',
}
