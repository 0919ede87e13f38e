/** A template with values of every class, and records of it with a marker in every place where a client may type what it likes. */
import { isA, isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import {
  archetype,
  codes,
  data,
  element,
  multiple,
  object,
  opt,
  ordinal,
  quantity,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'

export const TYPED_TEMPLATE = 'Typed.v1'
export const NOTE = 'openEHR-EHR-EVALUATION.typed_note.v1'

const text = object('DV_TEXT')
const localCode = object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0050', 'at0051']))])

const note = archetype(
  NOTE,
  [
    single(
      'data',
      tree('at0001', [
        element('at0002', text, '1..*'),
        element('at0003', localCode, '1..1'),
        element('at0004', object('DV_CODED_TEXT'), '1..1'),
        element('at0005', object('DV_QUANTITY'), '1..1'),
        element('at0006', object('DV_IDENTIFIER'), '1..1'),
        element('at0007', object('DV_URI'), '1..1'),
        element('at0008', object('DV_EHR_URI'), '1..1'),
        element('at0009', object('DV_PARSABLE'), '1..1'),
        element('at0010', object('DV_MULTIMEDIA'), '1..1'),
        element('at0011', object('DV_COUNT'), '1..1'),
        element('at0012', object('DV_DURATION'), '1..1'),
        element('at0013', ordinal([[1, 'at0050']]), '1..1'),
        element('at0014', object('DV_PROPORTION'), '0..1'),
        element('at0015', object('DV_DATE'), '0..1'),
        object('CLUSTER', [multiple('items', element('at0017', text, '1..1'))], {
          nodeId: 'at0016',
          occurrences: '0..2',
        }),
        element('at0018', quantity([{ units: 'kg' }]), '1..1'),
      ]),
    ),
    single('protocol', tree('at0020', element('at0021', text, '0..1')), '0..1'),
  ],
  {
    occurrences: '1..2',
    terms: {
      at0000: 'Typed note',
      at0001: 'Data',
      at0002: 'Text',
      at0003: 'Position',
      at0004: 'Any code',
      at0016: 'Group',
      at0018: 'Weight',
      at0050: 'Sitting',
      at0051: 'Lying',
    },
  },
)

const order = archetype(
  'openEHR-EHR-INSTRUCTION.typed_order.v1',
  [
    multiple(
      'activities',
      object('ACTIVITY', [single('description', tree('at0002', element('at0003', text, '0..1')))], {
        nodeId: 'at0001',
        occurrences: '1..1',
      }),
    ),
  ],
  { occurrences: '0..1', terms: { at0000: 'Order', at0001: 'Request', at0002: 'Tree', at0003: 'What' } },
)

const action = archetype(
  'openEHR-EHR-ACTION.typed_action.v1',
  [single('description', tree('at0001', element('at0002', text, '0..1')))],
  { occurrences: '0..1', terms: { at0000: 'Action', at0001: 'Tree', at0002: 'Drug' } },
)

export const TYPED_OPT = opt({
  templateId: TYPED_TEMPLATE,
  definition: archetype(
    'openEHR-EHR-COMPOSITION.typed.v1',
    [
      single(
        'context',
        object('EVENT_CONTEXT', [
          single('other_context', tree('at0001', element('at0002', text, '0..1')), '0..1'),
        ]),
      ),
      multiple('content', [note, order, action]),
    ],
    { terms: { at0000: 'Typed', at0001: 'Tree', at0002: 'Other' } },
  ),
})

export const TYPED = compileTemplate(TYPED_OPT)

const uri = (marker: string) => ({ _type: 'DV_URI', value: `https://example.org/${marker}` })
const identifier = (marker: string) => ({
  _type: 'DV_IDENTIFIER',
  id: marker,
  issuer: marker,
  assigner: marker,
  type: marker,
})
const reference = (marker: string) => ({
  _type: 'OBJECT_REF',
  namespace: marker,
  type: marker,
  id: { _type: 'GENERIC_ID', value: marker, scheme: marker },
})
const person = (marker: string) => ({
  _type: 'PARTY_IDENTIFIED',
  name: marker,
  identifiers: [identifier(marker)],
  external_ref: { ...reference(marker), _type: 'PARTY_REF', type: 'PERSON' },
})
const participation = (marker: string) => ({
  _type: 'PARTICIPATION',
  function: data.text(marker),
  performer: person(marker),
})
const mapping = (marker: string) => ({
  _type: 'TERM_MAPPING',
  match: '=',
  target: { ...data.codePhrase('HOUSE', marker), preferred_term: marker },
})

/** Attributes with typed text that a client may give an object of the class, or of a class below it. */
const PLANTED: Readonly<Record<string, (marker: string) => RmObject>> = {
  LOCATABLE: marker => ({
    name: { ...data.text(marker), mappings: [mapping(marker)] },
    links: [
      {
        _type: 'LINK',
        meaning: data.text(marker),
        type: data.text(marker),
        target: { _type: 'DV_EHR_URI', value: `ehr://${marker}` },
      },
    ],
    feeder_audit: {
      _type: 'FEEDER_AUDIT',
      originating_system_audit: { _type: 'FEEDER_AUDIT_DETAILS', system_id: marker, version_id: marker },
      originating_system_item_ids: [identifier(marker)],
    },
  }),
  COMPOSITION: marker => ({ composer: person(marker) }),
  EVENT_CONTEXT: marker => ({
    location: marker,
    health_care_facility: person(marker),
    participations: [participation(marker)],
  }),
  ENTRY: marker => ({
    provider: person(marker),
    other_participations: [participation(marker)],
    workflow_id: reference(marker),
  }),
  CARE_ENTRY: marker => ({ guideline_id: reference(marker) }),
  INSTRUCTION: marker => ({ wf_definition: { _type: 'DV_PARSABLE', value: marker, formalism: marker } }),
  ACTIVITY: marker => ({
    action_archetype_id: `/${marker}/`,
    timing: { _type: 'DV_PARSABLE', value: marker, formalism: marker },
  }),
  DV_TEXT: marker => ({
    value: marker,
    hyperlink: uri(marker),
    formatting: marker,
    mappings: [mapping(marker)],
  }),
  CODE_PHRASE: marker => ({ preferred_term: marker }),
  DV_IDENTIFIER: identifier,
  DV_URI: uri,
  DV_EHR_URI: marker => ({ value: `ehr://${marker}` }),
  DV_PARSABLE: marker => ({ value: marker, formalism: marker }),
  DV_MULTIMEDIA: marker => ({ alternate_text: marker, uri: uri(marker) }),
  DV_QUANTITY: marker => ({ units_display_name: marker }),
}

/** Lists and names keep their order: the most special class is written last. */
function plantedIn(value: RmObject, marker: string): RmObject {
  const type = value._type ?? ''
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, planted(each, marker)] as const),
  )
  const own = Object.entries(PLANTED).flatMap(([name, make]) => (isA(type, name) ? [make(marker)] : []))
  return Object.assign({}, inner, ...own, { _type: value._type })
}

/** The same value with the marker in every place. */
export function planted(value: unknown, marker: string): unknown {
  if (Array.isArray(value)) return value.map(each => planted(each, marker))
  return isRmObject(value) ? plantedIn(value, marker) : value
}

/** Units and codes that the template leaves open. */
export function withOpenTexts(value: unknown, marker: string): unknown {
  if (Array.isArray(value)) return value.map(each => withOpenTexts(each, marker))
  if (!isRmObject(value)) return value
  const { archetype_node_id: id, null_flavour: _, ...filled } = value
  if (id === 'at0004')
    return { ...filled, archetype_node_id: id, value: data.codedText('HOUSE', marker, marker) }
  if (id === 'at0005')
    return { ...filled, archetype_node_id: id, value: { _type: 'DV_QUANTITY', magnitude: 1, units: marker } }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOpenTexts(each, marker)]))
}

/** A note with nodes that its template does not have, named after the marker: only a lenient commit takes it. */
export function withStrangeNodes(composition: RmObject, marker: string): RmObject {
  const strange = data.root(`openEHR-EHR-CLUSTER.${marker}.v1`, {
    name: data.text(marker),
    items: [data.locatable('ELEMENT', 'at0099', { value: data.text(marker) }, marker)],
  })
  const content = (composition['content'] as RmObject[]).map(each => {
    const { data: tree } = each
    if (each['archetype_node_id'] !== NOTE || !isRmObject(tree)) return each
    return { ...each, data: { ...tree, items: [...(tree['items'] as RmObject[]), strange] } }
  })
  return { ...composition, content }
}

const details = (marker: string) =>
  data.locatable(
    'ITEM_TREE',
    'at0001',
    {
      items: [
        data.locatable('ELEMENT', 'at0002', { value: data.codedText('HOUSE', marker, marker) }, marker),
      ],
    },
    marker,
  )

/** An EHR_STATUS with the marker in its names and values. */
export const typedStatus = (marker: string): RmObject => ({
  ...data.root(`openEHR-EHR-EHR_STATUS.${marker}.v1`),
  name: data.text(marker),
  subject: {
    _type: 'PARTY_SELF',
    external_ref: { ...reference(marker), _type: 'PARTY_REF', type: 'PERSON' },
  },
  is_queryable: true,
  is_modifiable: true,
  other_details: details(marker),
})

/** A directory with the marker in names, archetypes and values. */
export const typedFolder = (marker: string): RmObject =>
  data.root(`openEHR-EHR-FOLDER.${marker}.v1`, {
    name: data.text(marker),
    details: details(marker),
    folders: [
      data.locatable('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', { details: details(marker) }, marker),
    ],
  })
