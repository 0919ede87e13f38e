/** The constraints of a template as short descriptions, for tests: one function per kind, intervals written as text. */

/** `0..1`, `1..*`, `10..20`, `>=T11`, `<=T09`, `>5`; an end that is `*` or missing is open. */
export type Range = string

export interface Attribute {
  readonly name: string
  readonly existence: Range
  /** Present on a multiple attribute. */
  readonly cardinality?: Range
  readonly unique?: boolean
  readonly children: readonly Node[]
}

interface Base {
  readonly rmType: string
  readonly nodeId: string
  readonly occurrences: Range
}

export type Node = Base &
  (
    | { readonly kind: 'object'; readonly attributes: readonly Attribute[] }
    | {
        readonly kind: 'archetype'
        readonly archetypeId: string
        readonly attributes: readonly Attribute[]
        /** Texts of codes; a code without one is named after itself. */
        readonly terms: Readonly<Record<string, string>>
        /** ac-code → URIs. */
        readonly constraintBindings: Readonly<Record<string, readonly string[]>>
      }
    | { readonly kind: 'slot'; readonly includes: readonly string[]; readonly excludes: readonly string[] }
    | { readonly kind: 'reference'; readonly target: string }
    | { readonly kind: 'constraintRef'; readonly reference: string }
    | {
        readonly kind: 'codes'
        readonly terminology: string | undefined
        readonly codes: readonly string[]
        readonly referenceSetUri: string | undefined
      }
    | {
        readonly kind: 'quantity'
        readonly property: string | undefined
        readonly items: readonly QuantityItem[]
      }
    | {
        readonly kind: 'ordinal'
        readonly of: 'C_DV_ORDINAL' | 'C_DV_SCALE'
        readonly items: readonly OrdinalItem[]
      }
    | {
        readonly kind: 'state'
        readonly states: readonly { readonly name: string; readonly terminal: boolean }[]
      }
    | { readonly kind: 'primitive'; readonly item: Primitive }
  )

export interface QuantityItem {
  readonly units: string
  readonly magnitude?: Range
  readonly precision?: Range
}

/** `[1, 'at0005']`: value and local code. */
export type OrdinalItem = readonly [value: number, code: string]

export interface Primitive {
  readonly of:
    | 'C_STRING'
    | 'C_BOOLEAN'
    | 'C_INTEGER'
    | 'C_REAL'
    | 'C_DATE'
    | 'C_TIME'
    | 'C_DATE_TIME'
    | 'C_DURATION'
  readonly pattern?: string
  readonly list?: readonly (string | number)[]
  readonly listOpen?: boolean
  readonly range?: Range
  readonly timezone?: 1001 | 1002 | 1003
  readonly trueValid?: boolean
  readonly falseValid?: boolean
}

interface Options {
  readonly nodeId?: string
  readonly occurrences?: Range
}

const base = (rmType: string, { nodeId = '', occurrences = '1..1' }: Options = {}): Base => ({
  rmType,
  nodeId,
  occurrences,
})

/** C_SINGLE_ATTRIBUTE; several children are alternatives, none leaves it open. */
export const single = (
  name: string,
  children: Node | readonly Node[] = [],
  existence: Range = '1..1',
): Attribute => ({
  name,
  existence,
  children: [children].flat(),
})

/** C_MULTIPLE_ATTRIBUTE. */
export const multiple = (
  name: string,
  children: Node | readonly Node[] = [],
  cardinality: Range = '0..*',
  options: { readonly existence?: Range; readonly unique?: boolean } = {},
): Attribute => ({
  name,
  existence: options.existence ?? (/^[1-9]/.test(cardinality) ? '1..1' : '0..1'),
  cardinality,
  unique: options.unique ?? false,
  children: [children].flat(),
})

/** C_COMPLEX_OBJECT. */
export const object = (rmType: string, attributes: readonly Attribute[] = [], options?: Options): Node => ({
  kind: 'object',
  ...base(rmType, options),
  attributes,
})

/** C_ARCHETYPE_ROOT; the class is in the id. */
export const archetype = (
  archetypeId: string,
  attributes: readonly Attribute[] = [],
  options: Options & {
    readonly terms?: Readonly<Record<string, string>>
    readonly constraintBindings?: Readonly<Record<string, readonly string[]>>
  } = {},
): Node => ({
  kind: 'archetype',
  ...base(/^[^-]+-[^-]+-([^.]+)/.exec(archetypeId)?.[1] ?? '', { nodeId: 'at0000', ...options }),
  archetypeId,
  attributes,
  terms: options.terms ?? {},
  constraintBindings: options.constraintBindings ?? {},
})

/** ARCHETYPE_SLOT with patterns over archetype ids. */
export const slot = (
  rmType: string,
  options: Options & { readonly includes?: readonly string[]; readonly excludes?: readonly string[] } = {},
): Node => ({
  kind: 'slot',
  ...base(rmType, { occurrences: '0..*', ...options }),
  includes: options.includes ?? [],
  excludes: options.excludes ?? [],
})

/** ARCHETYPE_INTERNAL_REF. */
export const reference = (rmType: string, target: string, options?: Options): Node => ({
  kind: 'reference',
  ...base(rmType, options),
  target,
})

/** C_CODE_PHRASE, or C_CODE_REFERENCE where there is a `referenceSetUri`. */
export const codes = (
  terminology: string | undefined,
  list: readonly string[] = [],
  referenceSetUri?: string,
): Node => ({
  kind: 'codes',
  ...base('CODE_PHRASE'),
  terminology,
  codes: list,
  referenceSetUri,
})

/** CONSTRAINT_REF. */
export const constraintRef = (ac: string): Node => ({
  kind: 'constraintRef',
  ...base('CODE_PHRASE'),
  reference: ac,
})

/** C_DV_QUANTITY; `property` is a code of the openEHR terminology. */
export const quantity = (
  items: readonly QuantityItem[] = [],
  property?: string,
  options?: Options,
): Node => ({
  kind: 'quantity',
  ...base('DV_QUANTITY', options),
  property,
  items,
})

export const ordinal = (items: readonly OrdinalItem[], options?: Options): Node => ({
  kind: 'ordinal',
  of: 'C_DV_ORDINAL',
  ...base('DV_ORDINAL', options),
  items,
})

export const scale = (items: readonly OrdinalItem[], options?: Options): Node => ({
  kind: 'ordinal',
  of: 'C_DV_SCALE',
  ...base('DV_SCALE', options),
  items,
})

/** C_DV_STATE. */
export const state = (states: readonly { readonly name: string; readonly terminal: boolean }[]): Node => ({
  kind: 'state',
  ...base('DV_STATE'),
  states,
})

const RM_TYPES: Readonly<Record<Primitive['of'], string>> = {
  C_STRING: 'STRING',
  C_BOOLEAN: 'BOOLEAN',
  C_INTEGER: 'INTEGER',
  C_REAL: 'REAL',
  C_DATE: 'DATE',
  C_TIME: 'TIME',
  C_DATE_TIME: 'DATE_TIME',
  C_DURATION: 'DURATION',
}

/** C_PRIMITIVE_OBJECT with its item. */
export const primitive = (of: Primitive['of'], item: Omit<Primitive, 'of'> = {}): Node => ({
  kind: 'primitive',
  ...base(RM_TYPES[of]),
  item: { of, ...item },
})

/** `DV_TEXT` whose value is one of these: the way templates constrain names. */
export const named = (...names: readonly string[]): Attribute =>
  single('name', object('DV_TEXT', [single('value', primitive('C_STRING', { list: names }))]))

/** An ELEMENT with the constraints on its value. */
export const element = (
  nodeId: string,
  values: Node | readonly Node[] = [],
  occurrences: Range = '0..*',
): Node => object('ELEMENT', [single('value', values, '0..1')], { nodeId, occurrences })
