/** Parties, references, audits and the attributes of structures: one row per class ("Simplified Formats", RM mappings). */
import { makeCodedText, type Rm, type RmDraft } from '../../../rm/index.ts'
import { type Branch, emptyBranch, type Leaf } from '../keys/branch.ts'
import { codeSet } from './code-sets.ts'
import { integer, inValue, rubricOf, text, uid } from './codec.ts'
import { type Defaults, type Field, field, isDraft, type Part, part, type Table } from './table.ts'

/** The keys of a party, which stand either under a segment of their own or inlined in a participation. */
const partyFields = (at: string): readonly Field[] => [
  field('|name', `${at}name`, text),
  field('|id', `${at}external_ref/id/value`, text),
  field('|id_scheme', `${at}external_ref/id/scheme`, text),
  field('|id_namespace', `${at}external_ref/namespace`, text),
  // The format has no key for the kind of party behind the reference: PARTY is what it means.
  field('/_external_ref|type', `${at}external_ref/type`, text, { otherwise: 'PARTY' }),
]

const partyParts = (at: string): readonly Part[] => [
  part('_identifier', `${at}identifiers`, 'DV_IDENTIFIER', { many: true }),
  part(['relationship', '_relationship'], `${at}relationship`, 'DV_CODED_TEXT', {
    group: 'subject relationship',
  }),
]

/** An identifier with a scheme is a GENERIC_ID; without one it can only be a UUID or the like. */
function completeId(reference: RmDraft<Rm.AnyObjectRef>, defaults: Defaults): void {
  const { id } = reference
  if (!isDraft<Rm.GenericId>(id)) return
  if (id.scheme === undefined && defaults.idScheme !== undefined) id.scheme = defaults.idScheme
  id._type ??= id.scheme === undefined ? 'HIER_OBJECT_ID' : 'GENERIC_ID'
  if (reference.namespace === undefined && defaults.idNamespace !== undefined)
    reference.namespace = defaults.idNamespace
}

function completeParty(party: RmDraft<Rm.PartyProxy>, defaults: Defaults): void {
  const reference = party.external_ref
  if (!isDraft<Rm.PartyRef>(reference)) return
  completeId(reference, defaults)
  reference.type ??= 'PARTY'
}

const PARTY_SUFFIXES = ['name', 'id', 'id_scheme', 'id_namespace']

function chooseParty(branch: Branch): string {
  if (branch.children.has('relationship') || branch.children.has('_relationship')) return 'PARTY_RELATED'
  const said = PARTY_SUFFIXES.some(suffix => branch.leaves.has(suffix))
  return said || branch.children.size > 0 ? 'PARTY_IDENTIFIED' : 'PARTY_SELF'
}

/** The performer's class follows from what is said of it; a participation that names nobody is the patient's own. */
function completeParticipation(object: RmDraft<Rm.Participation>, defaults: Defaults): void {
  const performer: RmDraft<Rm.PartyRelated> = isDraft(object.performer) ? object.performer : {}
  const said = Object.keys(performer).some(key => key !== '_type')
  performer._type =
    performer.relationship !== undefined ? 'PARTY_RELATED' : said ? 'PARTY_IDENTIFIED' : 'PARTY_SELF'
  object.performer = performer
  completeParty(performer, defaults)
}

const INLINED = /^identifiers_(id|issuer|assigner|type)(?::(0|[1-9][0-9]{0,3}))?$/

/**
 * A participation's identifiers are spelled `|identifiers_issuer:0` instead of `/_identifier:0|issuer`. Without an index the first is
 * meant, and a list, which STRUCTURED has there, gives one part of each identifier.
 */
function unfoldIdentifiers(branch: Branch): void {
  for (const [suffix, leaf] of [...branch.leaves]) {
    const [, name, index = '0'] = INLINED.exec(suffix) ?? []
    if (name === undefined) continue
    branch.leaves.delete(suffix)
    if (!Array.isArray(leaf.value)) putIdentifier(branch, Number(index), name, leaf)
    else {
      leaf.used = true
      for (const [place, value] of leaf.value.entries())
        putIdentifier(branch, Number(index) + place, name, { key: leaf.key, value, used: false })
    }
  }
}

function putIdentifier(branch: Branch, index: number, name: string, leaf: Leaf): void {
  const many = branch.children.get('_identifier') ?? new Map<number, Branch>()
  branch.children.set('_identifier', many)
  const one = many.get(index) ?? emptyBranch(`${branch.path}/_identifier:${index}`)
  many.set(index, one)
  // A part that is said twice is left where nothing takes it, and is then reported.
  one.leaves.set(one.leaves.has(name) ? `identifiers_${name}` : name, leaf)
}

const foldIdentifier = (key: string): string =>
  key.replace(/^\/_identifier:(\d+)\|(id|issuer|assigner|type)$/, '|identifiers_$2:$1')

/** `_link:0|meaning|code`, `|meaning|value`: a coded meaning or type (specification, "RM Attributes prefix"). */
function joinCodedLinks(branch: Branch): void {
  for (const attribute of ['meaning', 'type']) {
    const leafOf = (suffix: string): string | undefined => {
      const value = branch.leaves.get(`${attribute}|${suffix}`)?.value
      return typeof value === 'string' ? value : undefined
    }
    const code = leafOf('code')
    const first = branch.leaves.get(`${attribute}|code`)
    if (code === undefined || first === undefined || branch.leaves.has(attribute)) continue
    const value = makeCodedText(leafOf('terminology') ?? 'local', code, leafOf('value') ?? code)
    for (const suffix of ['code', 'value', 'terminology']) branch.leaves.delete(`${attribute}|${suffix}`)
    const raw: Branch = { path: branch.path, leaves: new Map(), children: new Map() }
    raw.leaves.set('raw', { key: first.key, value, used: false })
    branch.children.set(`_${attribute}`, new Map([[0, raw]]))
  }
}

export const STRUCTURES: Table = {
  OBJECT_REF: {
    fields: [
      field('|id', 'id/value', text),
      field(['|id_scheme', '|scheme'], 'id/scheme', text),
      field(['|namespace', '|id_namespace'], 'namespace', text),
      field('|type', 'type', text),
    ],
    complete: completeId,
  },
  // The format has no reference to a party that stands alone: one of this system is meant.
  PARTY_REF: {
    complete: (reference: RmDraft<Rm.PartyRef>, defaults) => {
      completeId(reference, defaults)
      reference.namespace ??= 'local'
      reference.type ??= 'PARTY'
    },
  },
  LINK: {
    fields: [
      field('|meaning', 'meaning', inValue('DV_TEXT')),
      field('|type', 'type', inValue('DV_TEXT')),
      field('|target', 'target', inValue('DV_EHR_URI')),
    ],
    respell: { read: joinCodedLinks },
  },
  PARTY_PROXY: {
    fields: partyFields('').filter(({ at }) => at[0] === 'external_ref'),
    choose: chooseParty,
    complete: completeParty,
  },
  PARTY_SELF: {},
  PARTY_IDENTIFIED: {
    fields: partyFields(''),
    parts: partyParts('').slice(0, 1),
    choose: branch => (chooseParty(branch) === 'PARTY_RELATED' ? 'PARTY_RELATED' : 'PARTY_IDENTIFIED'),
  },
  PARTY_RELATED: { fields: partyFields(''), parts: partyParts('') },
  PARTICIPATION: {
    fields: [
      field('|function', 'function', inValue('DV_TEXT')),
      field('|mode', 'mode', rubricOf('participation mode')),
      ...partyFields('performer/'),
    ],
    parts: partyParts('performer/'),
    complete: completeParticipation,
    respell: { read: unfoldIdentifiers, write: foldIdentifier },
  },
  FEEDER_AUDIT: {
    parts: [
      part('originating_system_item_id', 'originating_system_item_ids', 'DV_IDENTIFIER', { many: true }),
      part('feeder_system_item_id', 'feeder_system_item_ids', 'DV_IDENTIFIER', { many: true }),
      part('original_content', 'original_content', 'DV_PARSABLE'),
      part('original_content_multimedia', 'original_content', 'DV_MULTIMEDIA'),
      part('originating_system_audit', 'originating_system_audit', 'FEEDER_AUDIT_DETAILS'),
      part('feeder_system_audit', 'feeder_system_audit', 'FEEDER_AUDIT_DETAILS'),
    ],
  },
  FEEDER_AUDIT_DETAILS: {
    fields: [
      field('|system_id', 'system_id', text),
      field('|version_id', 'version_id', text),
      field('|time', 'time', inValue('DV_DATE_TIME')),
    ],
    parts: [
      part('location', 'location', 'PARTY_IDENTIFIED'),
      part('subject', 'subject', 'PARTY_PROXY'),
      part('provider', 'provider', 'PARTY_IDENTIFIED'),
    ],
  },
  INSTRUCTION_DETAILS: {
    fields: [
      field('|path', 'instruction_id/path', text),
      field('|composition_uid', 'instruction_id/id', uid),
      // The format has no keys for these two: it means an INSTRUCTION of this system.
      field('/_instruction_id|namespace', 'instruction_id/namespace', text, { otherwise: 'local' }),
      field('/_instruction_id|type', 'instruction_id/type', text, { otherwise: 'INSTRUCTION' }),
      field('|activity_id', 'activity_id', text),
    ],
    complete: ({ instruction_id: reference }: RmDraft<Rm.InstructionDetails>) => {
      if (!isDraft<Rm.LocatableRef>(reference)) return
      reference.namespace ??= 'local'
      reference.type ??= 'INSTRUCTION'
    },
  },
  ISM_TRANSITION: {
    parts: [
      part('current_state', 'current_state', 'DV_CODED_TEXT', { group: 'instruction states' }),
      part('transition', 'transition', 'DV_CODED_TEXT', { group: 'instruction transitions' }),
      part('careflow_step', 'careflow_step', 'DV_CODED_TEXT'),
      part('_reason', 'reason', 'DV_TEXT', { many: true }),
    ],
  },
  ARCHETYPED: {
    fields: [
      field('|archetype_id', 'archetype_id', inValue('ARCHETYPE_ID')),
      field('|template_id', 'template_id', inValue('TEMPLATE_ID')),
      field('|rm_version', 'rm_version', text),
    ],
  },
  LOCATABLE: {
    fields: [field('/_uid', 'uid', uid)],
    parts: [
      part(['_name', 'name'], 'name', 'DV_TEXT'),
      part('_link', 'links', 'LINK', { many: true }),
      part(['_feeder_audit', 'feeder_audit'], 'feeder_audit', 'FEEDER_AUDIT'),
    ],
  },
  COMPOSITION: {
    parts: [
      part('language', 'language', 'CODE_PHRASE', codeSet('language')),
      part('territory', 'territory', 'CODE_PHRASE', codeSet('territory')),
      part('category', 'category', 'DV_CODED_TEXT', { group: 'composition category' }),
      part('composer', 'composer', 'PARTY_PROXY'),
    ],
  },
  EVENT_CONTEXT: {
    parts: [
      part('_health_care_facility', 'health_care_facility', 'PARTY_IDENTIFIED'),
      part('_participation', 'participations', 'PARTICIPATION', { many: true }),
      part('start_time', 'start_time', 'DV_DATE_TIME'),
      part(['_end_time', 'end_time'], 'end_time', 'DV_DATE_TIME'),
      part('setting', 'setting', 'DV_CODED_TEXT', { group: 'setting' }),
    ],
  },
  ENTRY: {
    parts: [
      part('language', 'language', 'CODE_PHRASE', codeSet('language')),
      part('encoding', 'encoding', 'CODE_PHRASE', codeSet('encoding')),
      part('subject', 'subject', 'PARTY_PROXY'),
      part(['_provider', 'provider'], 'provider', 'PARTY_PROXY'),
      part('_other_participation', 'other_participations', 'PARTICIPATION', { many: true }),
      part('_work_flow_id', 'workflow_id', 'OBJECT_REF'),
    ],
  },
  // A level that has no segment: its origin is called history_origin beside the members of the observation.
  HISTORY: { parts: [part('history_origin', 'origin', 'DV_DATE_TIME')] },
  EVENT: {
    parts: [part('time', 'time', 'DV_DATE_TIME')],
    choose: branch =>
      branch.children.has('math_function') || branch.children.has('width') ? 'INTERVAL_EVENT' : 'POINT_EVENT',
  },
  INTERVAL_EVENT: {
    fields: [field('|sample_count', 'sample_count', integer)],
    parts: [
      part('width', 'width', 'DV_DURATION'),
      part('math_function', 'math_function', 'DV_CODED_TEXT', { group: 'event math function' }),
    ],
  },
  INSTRUCTION: {
    parts: [
      part('narrative', 'narrative', 'DV_TEXT'),
      part('expiry_time', 'expiry_time', 'DV_DATE_TIME'),
      part('_wf_definition', 'wf_definition', 'DV_PARSABLE', { fill: { formalism: 'text/plain' } }),
    ],
  },
  ACTIVITY: {
    fields: [field(['/action_archetype_id', '/_action_archetype_id'], 'action_archetype_id', text)],
    parts: [part('timing', 'timing', 'DV_PARSABLE', { fill: { formalism: 'timing' } })],
  },
  ACTION: {
    parts: [part('time', 'time', 'DV_DATE_TIME'), part('ism_transition', 'ism_transition', 'ISM_TRANSITION')],
  },
  ELEMENT: {
    parts: [
      part('_null_flavour', 'null_flavour', 'DV_CODED_TEXT', { group: 'null flavours' }),
      part('_null_reason', 'null_reason', 'DV_TEXT'),
    ],
  },
}
