/** FLAT keys of parties, references and audits with the canonical object that they stand for. */
import { type Case, code, coded, type Flat, text } from './value-cases.ts'

interface Reference {
  readonly id: string
  readonly scheme: string
  readonly namespace: string
  readonly type: string
  /** The class of the reference. */
  readonly of?: string
}

const reference = ({ id, scheme, namespace, type, of = 'PARTY_REF' }: Reference): Flat => ({
  _type: of,
  id: { _type: 'GENERIC_ID', value: id, scheme },
  namespace,
  type,
})

export const STRUCTURE_CASES: readonly Case[] = [
  {
    type: 'LINK',
    flat: { '|meaning': 'related', '|type': 'problem', '|target': 'ehr://x' },
    canonical: {
      _type: 'LINK',
      meaning: text('related'),
      type: text('problem'),
      target: { _type: 'DV_EHR_URI', value: 'ehr://x' },
    },
  },
  { type: 'PARTY_PROXY', flat: { '|_type': 'PARTY_SELF' }, canonical: { _type: 'PARTY_SELF' } },
  {
    type: 'PARTY_PROXY',
    flat: {
      '|name': 'Silvia Blake',
      '|id': '1234',
      '|id_scheme': 'UUID',
      '|id_namespace': 'EHR.NETWORK',
      '/_identifier:0|id': '122',
      '/_identifier:0|issuer': 'issuer',
    },
    canonical: {
      _type: 'PARTY_IDENTIFIED',
      name: 'Silvia Blake',
      external_ref: reference({ id: '1234', scheme: 'UUID', namespace: 'EHR.NETWORK', type: 'PARTY' }),
      identifiers: [{ _type: 'DV_IDENTIFIER', id: '122', issuer: 'issuer' }],
    },
  },
  {
    type: 'PARTY_PROXY',
    flat: {
      '|name': 'Silvia Blake',
      '/relationship|code': '10',
      '/relationship|value': 'mother',
      '/relationship|terminology': 'openehr',
    },
    canonical: {
      _type: 'PARTY_RELATED',
      name: 'Silvia Blake',
      relationship: coded('openehr', '10', 'mother'),
    },
  },
  {
    type: 'PARTY_IDENTIFIED',
    flat: {
      '|name': 'x',
      '|id': '1',
      '|id_scheme': 's',
      '|id_namespace': 'n',
      '/_external_ref|type': 'PERSON',
    },
    canonical: {
      _type: 'PARTY_IDENTIFIED',
      name: 'x',
      external_ref: reference({ id: '1', scheme: 's', namespace: 'n', type: 'PERSON' }),
    },
  },
  {
    type: 'PARTICIPATION',
    flat: {
      '|function': 'requester',
      '|mode': 'face-to-face communication',
      '|name': 'Dr. Marcus Johnson',
      '|id': '199',
      '|id_scheme': 'HOSPITAL-NS',
      '|id_namespace': 'HOSPITAL-NS',
      '|identifiers_id:0': '122',
      '|identifiers_issuer:0': 'issuer',
    },
    canonical: {
      _type: 'PARTICIPATION',
      function: text('requester'),
      mode: coded('openehr', '216', 'face-to-face communication'),
      performer: {
        _type: 'PARTY_IDENTIFIED',
        name: 'Dr. Marcus Johnson',
        external_ref: reference({
          id: '199',
          scheme: 'HOSPITAL-NS',
          namespace: 'HOSPITAL-NS',
          type: 'PARTY',
        }),
        identifiers: [{ _type: 'DV_IDENTIFIER', id: '122', issuer: 'issuer' }],
      },
    },
  },
  {
    type: 'OBJECT_REF',
    flat: { '|id': '3445', '|id_scheme': 'HOSPITAL-NS', '|namespace': 'HOSPITAL-NS', '|type': 'GUIDELINE' },
    canonical: reference({
      id: '3445',
      scheme: 'HOSPITAL-NS',
      namespace: 'HOSPITAL-NS',
      type: 'GUIDELINE',
      of: 'OBJECT_REF',
    }),
  },
  {
    type: 'FEEDER_AUDIT',
    flat: {
      '/originating_system_item_id:0|id': 'id1',
      '/original_content': 'Hello world!',
      '/original_content|formalism': 'text/plain',
      '/originating_system_audit|system_id': 'orig',
      '/originating_system_audit|version_id': 'final',
      '/originating_system_audit|time': '2021-12-21T16:02:58+01:00',
      '/originating_system_audit/location|name': 'Org 1',
      '/originating_system_audit/subject|_type': 'PARTY_SELF',
    },
    canonical: {
      _type: 'FEEDER_AUDIT',
      originating_system_item_ids: [{ _type: 'DV_IDENTIFIER', id: 'id1' }],
      original_content: { _type: 'DV_PARSABLE', value: 'Hello world!', formalism: 'text/plain' },
      originating_system_audit: {
        _type: 'FEEDER_AUDIT_DETAILS',
        system_id: 'orig',
        version_id: 'final',
        time: { _type: 'DV_DATE_TIME', value: '2021-12-21T16:02:58+01:00' },
        location: { _type: 'PARTY_IDENTIFIED', name: 'Org 1' },
        subject: { _type: 'PARTY_SELF' },
      },
    },
  },
  {
    type: 'FEEDER_AUDIT',
    flat: { '/original_content_multimedia|mediatype': 'image/png', '/original_content_multimedia|size': 3 },
    canonical: {
      _type: 'FEEDER_AUDIT',
      original_content: {
        _type: 'DV_MULTIMEDIA',
        media_type: code('IANA_media-types', 'image/png'),
        size: 3,
      },
    },
  },
  {
    type: 'ISM_TRANSITION',
    flat: {
      '/current_state|code': '532',
      '/current_state|value': 'completed',
      '/current_state|terminology': 'openehr',
      '/_reason:0': 'reason 1',
    },
    canonical: {
      _type: 'ISM_TRANSITION',
      current_state: coded('openehr', '532', 'completed'),
      reason: [text('reason 1')],
    },
  },
  {
    type: 'INSTRUCTION_DETAILS',
    flat: { '|path': '/content[x]', '|composition_uid': '4cdc3017', '|activity_id': 'activities[at0001]' },
    canonical: {
      _type: 'INSTRUCTION_DETAILS',
      activity_id: 'activities[at0001]',
      instruction_id: {
        _type: 'LOCATABLE_REF',
        path: '/content[x]',
        namespace: 'local',
        type: 'INSTRUCTION',
        id: { _type: 'HIER_OBJECT_ID', value: '4cdc3017' },
      },
    },
  },
]
