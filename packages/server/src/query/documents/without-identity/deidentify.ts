/**
 * Records without identity, for researchers: no subject, no typed text, dates shifted by some days of each EHR, ids replaced. The table of
 * `shown-attributes.ts` says what is shown, and names and rubrics are those of the template or of the openEHR terminology.
 */
import type { EhrData } from '@cairn-ehr/openehr/aql'
import {
  hasKnownUnits,
  isA,
  isRmObject,
  parseDuration,
  parseTime,
  type RmObject,
  rmClass,
  rubricOf,
  typeOf,
} from '@cairn-ehr/openehr/rm'
import { isPublicCode } from './public-codes.ts'
import { openReplacement, type Replacement } from './replacement.ts'
import { type Rule, SHOWN } from './shown-attributes.ts'
import { type NodeTexts, type TemplateTexts, textOf } from './template-texts.ts'

/** The part of a record that a value is in. */
interface Surroundings {
  readonly replacement: Replacement
  /** Undefined for a record without a template. */
  readonly texts: TemplateTexts | undefined
  /** The archetype that local codes belong to. */
  readonly archetype: string
  /** The texts of the nearest node. */
  readonly node: NodeTexts | undefined
}

interface Attribute {
  readonly owner: RmObject
  readonly type: string
  readonly around: Surroundings
}

/** Archetypes of records without a template, as this service and its examples have them: no client chose their names. */
const OWN_ARCHETYPES: ReadonlySet<string> = new Set([
  'openEHR-EHR-EHR_STATUS.generic.v1',
  'openEHR-EHR-FOLDER.generic.v1',
])

/** Classes that are shown without a template: there is nothing in them but flags and references. */
const WITHOUT_TEMPLATE: ReadonlySet<string> = new Set(['EHR_STATUS', 'FOLDER'])

interface KnownCode {
  readonly terminology: string
  readonly code: string
  readonly rubric: string | undefined
}

/** The code of a CODE_PHRASE with its rubric; undefined for one that a client may have made up. */
function knownCode(
  phrase: unknown,
  { texts, archetype }: Surroundings,
  stored?: unknown,
): KnownCode | undefined {
  if (!isRmObject(phrase) || !isRmObject(phrase['terminology_id'])) return undefined
  const { code_string: code } = phrase
  const { value: terminology } = phrase['terminology_id']
  if (typeof code !== 'string' || typeof terminology !== 'string') return undefined
  const known = (rubric: string | undefined): KnownCode => ({ terminology, code, rubric })
  if (terminology === 'local') {
    const entry = texts?.archetypes.get(archetype)?.get(code)
    return entry && known(textOf(entry, stored))
  }
  const rubric = terminology === 'openehr' ? rubricOf(code) : undefined
  if (rubric !== undefined) return known(rubric)
  const key = `${terminology}::${code}`
  if (texts?.codes.has(key)) return known(texts.codes.get(key))
  return isPublicCode(terminology, code) ? known(undefined) : undefined
}

const isKnownArchetype = (id: string, { texts }: Surroundings): boolean =>
  texts?.archetypes.has(id) === true || OWN_ARCHETYPES.has(id)

/** The name is the template's. Siblings that a client told apart by name have the same one. */
function shownName(name: unknown, { around }: Attribute): RmObject | undefined {
  const shown = shownObject(name, 'DV_TEXT', around)
  if (!shown || !isRmObject(name)) return undefined
  const value = (around.node && textOf(around.node, name['value'])) ?? shown['value']
  return value === undefined ? undefined : { ...shown, value }
}

function shownTerminology(value: unknown, { owner, around }: Attribute): RmObject | undefined {
  const terminology = knownCode(owner, around)?.terminology
  if (terminology === undefined || !isRmObject(value)) return undefined
  return { ...('_type' in value && { _type: 'TERMINOLOGY_ID' }), value: terminology }
}

function shownBelow(value: unknown, { type, around }: Attribute): unknown {
  if (!Array.isArray(value)) return shownObject(value, type, around)
  return value.flatMap(each => shownObject(each, type, around) ?? [])
}

type Show = (value: unknown, at: Attribute) => unknown

/** A rule for texts. */
const text =
  (show: (value: string, at: Attribute) => string | undefined): Show =>
  (value, at) =>
    typeof value === 'string' ? show(value, at) : undefined

const onlyIf = (fits: (value: string, around: Surroundings) => unknown): Show =>
  text((value, { around }) => (fits(value, around) ? value : undefined))

const oneOf = (...texts: readonly string[]): Show => onlyIf(value => texts.includes(value))

const SHOW: Readonly<Record<Rule, Show>> = {
  inner: shownBelow,
  number: value => (typeof value === 'number' ? value : undefined),
  boolean: value => (typeof value === 'boolean' ? value : undefined),
  date: text((value, { around }) => around.replacement.date(value)),
  time: onlyIf(parseTime),
  duration: onlyIf(parseDuration),
  uid: text((value, { around }) => around.replacement.uid(value)),
  system: text((value, { around }) => around.replacement.system(value)),
  nodeId: onlyIf((value, around) => around.node !== undefined || OWN_ARCHETYPES.has(value)),
  archetypeId: onlyIf(isKnownArchetype),
  templateId: onlyIf((value, { texts }) => value === texts?.templateId),
  units: onlyIf((value, { texts }) => texts?.units.has(value) || hasKnownUnits(value)),
  name: shownName,
  code: (_, { owner, around }) => knownCode(owner, around)?.code,
  terminology: shownTerminology,
  rubric: (value, { owner, around }) => knownCode(owner['defining_code'], around, value)?.rubric,
  match: oneOf('<', '=', '>', '?'),
  magnitudeStatus: oneOf('=', '<', '>', '<=', '>=', '~'),
  namespace: oneOf('local'),
  rmClass: onlyIf(rmClass),
  rmVersion: onlyIf(value => /^1\.\d\.\d$/.test(value)),
}

type ClassRules = ReadonlyMap<string, { readonly show: Show; readonly type: string }>

const rulesByClass = new Map<string, ClassRules | undefined>()

/** The rows of a class and of its ancestors; undefined if there are none. */
function makeRules(type: string): ClassRules | undefined {
  const known = rmClass(type)
  const rows = [...(known?.ancestors ?? [])].flatMap(each =>
    Object.hasOwn(SHOWN, each) ? [SHOWN[each]] : [],
  )
  if (!known || rows.length === 0) return undefined
  const rules: Readonly<Record<string, Rule>> = Object.assign({}, ...rows)
  return new Map(
    Object.entries(rules).map(([name, rule]) => [
      name,
      { show: SHOW[rule], type: known.attributes.get(name)?.type ?? 'Any' },
    ]),
  )
}

function rulesOf(type: string): ClassRules | undefined {
  if (!rulesByClass.has(type)) rulesByClass.set(type, makeRules(type))
  return rulesByClass.get(type)
}

/** Undefined for a node that the template does not know: nobody has said what may be in it. */
function enterNode(node: RmObject, type: string, around: Surroundings): Surroundings | undefined {
  const { texts } = around
  const id = String(node['archetype_node_id'])
  const archetype = texts?.archetypes.has(id) ? id : around.archetype
  const found = texts?.archetypes.get(archetype)?.get(id)
  return found || WITHOUT_TEMPLATE.has(type) ? { ...around, archetype, node: found } : undefined
}

function shownObject(value: unknown, declared: string, around: Surroundings): RmObject | undefined {
  if (!isRmObject(value)) return undefined
  const type = typeOf(value, declared)
  const rules = type === undefined ? undefined : rulesOf(type)
  if (type === undefined || !rules) return undefined
  const inside = isA(type, 'LOCATABLE') ? enterNode(value, type, around) : around
  if (!inside) return undefined
  const shown: Record<string, unknown> = '_type' in value ? { _type: type } : {}
  for (const [name, rule] of rules) {
    if (!Object.hasOwn(value, name)) continue
    const found = rule.show(value[name], { owner: value, type: rule.type, around: inside })
    if (found !== undefined) shown[name] = found
  }
  return shown
}

/** The EHR that a version is of. */
type Owner = Pick<EhrData, 'ehr_id' | 'system_id'>

/** `key` is secret: who has it could undo the shift and the ids. `texts`: of the template that the version was made by. */
export function deidentifyVersion(
  version: RmObject,
  { ehr_id, system_id }: Owner,
  key: string,
  texts: TemplateTexts | undefined,
): RmObject {
  const replacement = openReplacement(key, ehr_id, system_id)
  return shownObject(version, 'VERSION', { replacement, texts, archetype: '', node: undefined }) ?? {}
}

/** The EHR itself; its versions are changed one by one. */
export function deidentifyEhr(
  { ehr_id, system_id, time_created, ...versions }: EhrData,
  key: string,
): EhrData {
  const replacement = openReplacement(key, ehr_id, system_id)
  return {
    ehr_id: replacement.uid(ehr_id) ?? '',
    system_id,
    time_created: replacement.date(time_created) ?? '',
    ...versions,
  }
}
