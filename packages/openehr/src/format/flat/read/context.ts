/** `ctx/…`: defaults that a client gives once for the whole composition ("Simplified Formats", context information). */

import {
  attributesOf,
  isRmObject,
  makeCodedText,
  makeCodePhrase,
  makeDateTime,
  makeText,
  parseDateTime,
  type Rm,
  type RmObject,
  type Unvalidated,
} from '../../../rm/index.ts'
import { type Branch, emptyBranch, type Leaf, occurrences, take } from '../keys/branch.ts'
import { laterBy } from '../plan/offset.ts'
import { conceptOf } from '../tables/codec.ts'
import type { Defaults } from '../tables/table.ts'
import { respellContext } from './aliases.ts'
import { readValue } from './read-value.ts'
import { anyLeaf, fault, newReading, type Reading } from './reading.ts'

/** The defaults of a composition: from its `ctx/…` keys, or from the caller. */
export interface Context extends Defaults {
  /** The input has `ctx/…` keys, so it leaves the context of the composition to its defaults. */
  readonly stated: boolean
  readonly language?: string
  readonly territory?: string
  readonly time?: string
  readonly endTime?: string
  readonly historyOrigin?: string
  readonly actionTime?: string
  readonly activityTiming?: string
  readonly location?: string
  readonly narrative?: string
  readonly category?: unknown
  readonly setting?: unknown
  readonly currentState?: unknown
  readonly composer?: unknown
  readonly composerSelf?: true
  readonly provider?: unknown
  readonly facility?: unknown
  readonly workflow?: unknown
  readonly participations?: readonly unknown[]
  readonly links?: readonly unknown[]
  readonly feederAudit?: unknown
}

/** Every key that `ctx/` may be followed by, for the message about one that is not among them. */
export const CONTEXT_KEYS: readonly string[] = [
  'language',
  'territory',
  'time',
  'end_time',
  'history_origin',
  'action_time',
  'activity_timing',
  'location',
  'instruction_narrative',
  'category',
  'setting',
  'action_ism_transition_current_state',
  'composer_name',
  'composer_id',
  'composer_self',
  'id_scheme',
  'id_namespace',
  'provider_name',
  'provider_id',
  'health_care_facility|name',
  'health_care_facility|id',
  'health_care_facility|id_scheme',
  'health_care_facility|id_namespace',
  'work_flow_id|id',
  'work_flow_id|id_scheme',
  'work_flow_id|namespace',
  'work_flow_id|type',
  'participation_name',
  'participation_function',
  'participation_mode',
  'participation_id',
  'participation_identifiers',
  'generic_fields',
  'link|type',
  'link|meaning',
  'link|target',
]

/** Reads and takes all known `ctx/…` keys. */
export function readContext(root: Branch, reading: Reading): Context {
  const ctx = root.children.get('ctx')?.get(0)
  if (ctx === undefined) return { stated: false }
  respellContext(ctx)
  const { own, text, moment, code, concept } = contextReader(ctx, reading)
  const ids: Defaults = defined({ idScheme: text('id_scheme'), idNamespace: text('id_namespace') })
  const inner = newReading(reading.findings, ids)
  const self = own('composer_self')
  const composerSelf = self !== undefined && isTrue(take(self, '')?.value)
  const facility = named(own('health_care_facility'))
  const workflow = own('work_flow_id')
  return {
    stated: true,
    ...ids,
    ...defined({
      language: code('language'),
      territory: code('territory'),
      time: moment('time'),
      endTime: moment('end_time'),
      historyOrigin: moment('history_origin'),
      actionTime: moment('action_time'),
      activityTiming: text('activity_timing'),
      location: text('location'),
      narrative: text('instruction_narrative'),
      category: concept('category', 'composition category'),
      setting: concept('setting', 'setting'),
      currentState: concept('action_ism_transition_current_state', 'instruction states'),
      composer: party(text('composer_name'), text('composer_id'), composerSelf, inner),
      provider: party(text('provider_name'), text('provider_id'), false, inner),
      facility: facility && readValue({ type: 'PARTY_IDENTIFIED' }, facility, inner),
      workflow: workflow && readValue({ type: 'OBJECT_REF' }, workflow, inner),
      participations: participations(ctx, inner),
      links: links(ctx, inner),
      feederAudit: genericFields(own('generic_fields'), reading),
    }),
    ...(composerSelf ? { composerSelf } : {}),
  }
}

/** Readers for one key of `ctx/…`, which take the keys that they read. */
function contextReader(ctx: Branch, reading: Reading) {
  const scalar = (leaf: Leaf | undefined): string | undefined => {
    if (leaf === undefined) return undefined
    if (typeof leaf.value === 'string') return leaf.value
    if (typeof leaf.value === 'number') return String(leaf.value)
    fault(reading, leaf, { code: 'flat.value', message: 'has a value that does not fit', expected: 'a text' })
    return undefined
  }
  const own = (name: string): Branch | undefined => ctx.children.get(name)?.get(0)
  const text = (name: string): string | undefined => scalar(take(own(name), ''))
  return {
    own,
    text,
    /** A fault is reported here, once, and not at every value that the time fills. */
    moment: (name: string): string | undefined => {
      const leaf = take(own(name), '')
      const said = scalar(leaf)
      if (leaf === undefined || said === undefined || parseDateTime(said)) return said
      fault(reading, leaf, {
        code: 'flat.value',
        message: 'has a value that does not fit',
        expected: 'an ISO 8601 date and time, such as "2026-11-30T14:05:00Z",',
      })
      return undefined
    },
    /** `ctx/language|code`: the code is needed, its code set is known. */
    code: (name: string): string | undefined => {
      const said = text(name) ?? scalar(take(own(name), 'code'))
      if (said !== undefined) for (const suffix of ['terminology', 'value']) take(own(name), suffix)
      return said
    },
    concept: (name: string, group: string): unknown => {
      const branch = own(name)
      if (branch === undefined) return undefined
      const leaf = anyLeaf(branch)
      const bare = text(name)
      const found = conceptOf(group, bare ?? '')
      if (found !== undefined) return makeCodedText('openehr', found.code, found.rubric)
      const read =
        bare === undefined ? readValue({ type: 'DV_CODED_TEXT', group }, branch, reading) : undefined
      const { defining_code } = attributesOf<Rm.DvCodedText>(read)
      const { code_string } = attributesOf<Rm.CodePhrase>(defining_code)
      if (conceptOf(group, String(code_string)) !== undefined) return read
      fault(reading, leaf, {
        code: 'flat.code',
        message: 'is not in the terminology',
        expected: `a code or rubric of "${group}"`,
      })
      return undefined
    },
  }
}

function defined<T extends Readonly<Record<string, unknown>>>(
  values: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** A party of which only the name is given, without a suffix. */
function named(branch: Branch | undefined): Branch | undefined {
  const bare = branch?.leaves.get('')
  if (branch === undefined || bare === undefined || branch.leaves.has('name')) return branch
  branch.leaves.delete('')
  branch.leaves.set('name', bare)
  return branch
}

/**
 * `ctx/generic_fields`: data of the form itself. They go where Better's software puts them and looks for them, into the
 * feeder audit of the composition, as JSON.
 */
function genericFields(branch: Branch | undefined, reading: Reading): Rm.FeederAudit | undefined {
  const leaf = take(branch, '')
  if (leaf === undefined) return undefined
  if (typeof leaf.value !== 'object') {
    fault(reading, leaf, {
      code: 'flat.value',
      message: 'has a value that does not fit',
      expected: 'a JSON object',
    })
    return undefined
  }
  return {
    _type: 'FEEDER_AUDIT',
    originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: 'FormRenderer' },
    original_content: {
      _type: 'DV_PARSABLE',
      value: JSON.stringify(leaf.value),
      formalism: 'application/json',
    },
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** A party from its name and id, as if it had been written with the suffixes of one. */
function party(name: string | undefined, id: string | undefined, self: boolean, reading: Reading): unknown {
  if (name === undefined && id === undefined && !self) return undefined
  const branch = emptyBranch('ctx')
  const put = (suffix: string, value: unknown): void => {
    if (value !== undefined) branch.leaves.set(suffix, { key: `ctx|${suffix}`, value, used: false })
  }
  put('name', self ? undefined : name)
  put('id', id)
  if (self) put('_type', 'PARTY_SELF')
  return readValue({ type: 'PARTY_PROXY' }, branch, reading)
}

const PARTICIPATION_KEYS = {
  participation_name: 'name',
  participation_function: 'function',
  participation_mode: 'mode',
  participation_id: 'id',
} as const

/** `ctx/participation_name:0`, … gathered by index into participations. */
function participations(ctx: Branch, reading: Reading): readonly unknown[] | undefined {
  const byIndex = new Map<number, Branch>()
  const at = (index: number): Branch => {
    const known = byIndex.get(index) ?? emptyBranch(`ctx/participation:${index}`)
    byIndex.set(index, known)
    return known
  }
  for (const [segment, suffix] of Object.entries(PARTICIPATION_KEYS))
    for (const [index, branch] of occurrences(ctx, segment)) {
      const leaf = branch.leaves.get('')
      if (leaf !== undefined) at(index).leaves.set(suffix, leaf)
    }
  for (const [index, branch] of occurrences(ctx, 'participation_identifiers')) {
    compactIdentifiers(branch, at(index))
    for (const [suffix, leaf] of branch.leaves)
      if (/^(issuer|assigner|id|type):\d+$/.test(suffix)) {
        const [name, member] = suffix.split(':')
        at(index).leaves.set(`identifiers_${name}:${member}`, leaf)
      }
  }
  if (byIndex.size === 0) return undefined
  return [...byIndex]
    .sort(([a], [b]) => a - b)
    .map(([, branch]) => readValue({ type: 'PARTICIPATION' }, branch, reading))
}

const COMPACT = ['issuer', 'assigner', 'id', 'type'] as const

/** `issuer1::assigner1::id1::PERSON;issuer2::…` */
function compactIdentifiers(branch: Branch, target: Branch): void {
  const leaf = take(branch, '')
  if (leaf === undefined || typeof leaf.value !== 'string') return
  for (const [member, identifier] of leaf.value.split(';').entries())
    for (const [place, value] of identifier.split('::').entries()) {
      const name = COMPACT[place]
      if (name !== undefined && value !== '')
        target.leaves.set(`identifiers_${name}:${member}`, { key: leaf.key, value, used: false })
    }
}

function links(ctx: Branch, reading: Reading): readonly unknown[] | undefined {
  const found = occurrences(ctx, 'link')
  return found.length === 0
    ? undefined
    : found.map(([, branch]) => readValue({ type: 'LINK' }, branch, reading))
}

/** The values that fill mandatory attributes, and attributes that the context names, where no key does. */
export interface Filling {
  readonly context: Context
  readonly now: string
  /** The language of the composition. */
  readonly language?: unknown
  /** The origin of the history that an event is in. */
  readonly origin?: unknown
  /** The least time from the origin to the event that the template allows. */
  readonly offset?: string
}

type Fill = (filling: Filling) => unknown

/** Functions that fill attributes of a class. */
type FillsOf<T> = { readonly [Name in keyof T]?: Fill }

const code = (terminology: string, value: string | undefined): Rm.CodePhrase | undefined =>
  value === undefined ? undefined : makeCodePhrase(terminology, value)

const startTime = ({ context, now }: Filling): string => context.time ?? now

/** The origin of a history that has none. */
export const originTime = (filling: Filling): Rm.DvDateTime =>
  makeDateTime(filling.context.historyOrigin ?? startTime(filling))

function eventTime(filling: Filling): RmObject {
  const origin: Unvalidated<Rm.DvDateTime> & RmObject = isRmObject(filling.origin)
    ? filling.origin
    : originTime(filling)
  const { value } = origin
  return filling.offset === undefined || typeof value !== 'string'
    ? origin
    : { ...origin, value: laterBy(value, filling.offset) }
}

/** By class: attribute and what fills it. An ancestor's row holds for its descendants. */
const FILLINGS_BY_CLASS = {
  COMPOSITION: {
    language: ({ context }) => code('ISO_639-1', context.language),
    territory: ({ context }) => code('ISO_3166-1', context.territory),
    category: ({ context }) => context.category,
    composer: ({ context }) => context.composer,
    links: ({ context }) => context.links,
    feeder_audit: ({ context }) => context.feederAudit,
  },
  EVENT_CONTEXT: {
    start_time: filling => makeDateTime(startTime(filling)),
    setting: ({ context }) => context.setting ?? makeCodedText('openehr', '238', 'other care'),
    end_time: ({ context }) => (context.endTime === undefined ? undefined : makeDateTime(context.endTime)),
    location: ({ context }) => context.location,
    health_care_facility: ({ context }) => context.facility,
    participations: ({ context }) => context.participations,
  },
  ENTRY: {
    language: ({ language }) => language,
    encoding: () => makeCodePhrase('IANA_character-sets', 'UTF-8'),
    subject: () => ({ _type: 'PARTY_SELF' }),
    provider: ({ context }) => context.provider,
    other_participations: ({ context }) => context.participations,
    workflow_id: ({ context }) => context.workflow,
    links: ({ context }) => context.links,
  },
  EVENT: { time: filling => eventTime(filling) },
  ACTION: {
    time: filling => makeDateTime(filling.context.actionTime ?? startTime(filling)),
    ism_transition: ({ context }) =>
      context.currentState === undefined
        ? undefined
        : { _type: 'ISM_TRANSITION', current_state: context.currentState },
  },
  INSTRUCTION: {
    narrative: ({ context }) => (context.narrative === undefined ? undefined : makeText(context.narrative)),
  },
  ACTIVITY: {
    timing: ({ context }) =>
      context.activityTiming === undefined
        ? undefined
        : { _type: 'DV_PARSABLE', value: context.activityTiming, formalism: 'timing' },
    action_archetype_id: () => '/.*/',
  },
} as const satisfies {
  readonly COMPOSITION: FillsOf<Rm.Composition>
  readonly EVENT_CONTEXT: FillsOf<Rm.EventContext>
  readonly ENTRY: FillsOf<Rm.Entry>
  readonly EVENT: FillsOf<Rm.Event>
  readonly ACTION: FillsOf<Rm.Action>
  readonly INSTRUCTION: FillsOf<Rm.Instruction>
  readonly ACTIVITY: FillsOf<Rm.Activity>
}

export const FILLINGS: Readonly<Record<string, Readonly<Record<string, Fill>>>> = FILLINGS_BY_CLASS
