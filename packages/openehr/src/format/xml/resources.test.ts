import assert from 'node:assert/strict'
import { test } from 'node:test'
import { equal, type RmObject } from '../../rm/index.ts'
import { readXml, writeXml } from './index.ts'

const text = (value: string): RmObject => ({ _type: 'DV_TEXT', value })

const code = (terminology: string, code_string: string): RmObject => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string,
})

const ref = (type: string, value: string): RmObject => ({
  _type: 'OBJECT_REF',
  id: { _type: 'HIER_OBJECT_ID', value },
  namespace: 'local',
  type,
})

const AUDIT: RmObject = {
  _type: 'AUDIT_DETAILS',
  system_id: 'cairn.local',
  time_committed: { _type: 'DV_DATE_TIME', value: '2024-05-06T07:08:09Z' },
  change_type: { _type: 'DV_CODED_TEXT', value: 'creation', defining_code: code('openehr', '249') },
  committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr. A' },
}

// Classes of REST answers beside compositions: class, root element, first elements.
const RESOURCES: readonly (readonly [RmObject, RegExp])[] = [
  [
    {
      _type: 'EHR',
      system_id: { _type: 'HIER_OBJECT_ID', value: 's' },
      ehr_id: { _type: 'HIER_OBJECT_ID', value: 'e' },
      ehr_status: ref('EHR_STATUS', 'u'),
      time_created: { _type: 'DV_DATE_TIME', value: '2024-05-06T07:08:09Z' },
      contributions: [ref('CONTRIBUTION', 'c')],
    },
    /<ehr [^>]*xsi:type="EHR"><system_id><value>s</,
  ],
  [
    {
      _type: 'EHR_STATUS',
      name: text('EHR status'),
      archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
      subject: { _type: 'PARTY_SELF' },
      is_queryable: true,
      is_modifiable: false,
    },
    /<ehr_status [^>]*xsi:type="EHR_STATUS" archetype_node_id="openEHR-EHR-EHR_STATUS.generic.v1"><name>.*<subject\/><is_queryable>true</,
  ],
  [
    {
      _type: 'CONTRIBUTION',
      uid: { _type: 'HIER_OBJECT_ID', value: 'c' },
      versions: [ref('COMPOSITION', 'v')],
      audit: AUDIT,
    },
    /<contribution .*<uid>.*<versions>.*<audit><system_id>.*<committer xsi:type="PARTY_IDENTIFIED">/,
  ],
  [
    {
      _type: 'REVISION_HISTORY',
      items: [
        {
          _type: 'REVISION_HISTORY_ITEM',
          version_id: { _type: 'OBJECT_VERSION_ID', value: 'a::b::1' },
          audits: [AUDIT],
        },
      ],
    },
    /<revision_history .*<items><version_id><value>/,
  ],
  [
    {
      _type: 'VERSIONED_COMPOSITION',
      uid: { _type: 'HIER_OBJECT_ID', value: 'v' },
      owner_id: ref('EHR', 'e'),
      time_created: { _type: 'DV_DATE_TIME', value: '2024' },
    },
    /<versioned_composition /,
  ],
  [
    {
      _type: 'FOLDER',
      name: text('root'),
      archetype_node_id: 'at1',
      folders: [
        { _type: 'FOLDER', name: text('a'), archetype_node_id: 'at2', items: [ref('COMPOSITION', 'x')] },
      ],
    },
    /<folder .*<folders archetype_node_id="at2">/,
  ],
  [
    {
      _type: 'ORIGINAL_VERSION',
      uid: { _type: 'OBJECT_VERSION_ID', value: 'a::b::1' },
      data: { _type: 'FOLDER', name: text('f'), archetype_node_id: 'at1' },
      commit_audit: AUDIT,
      contribution: ref('CONTRIBUTION', 'c'),
      lifecycle_state: { _type: 'DV_CODED_TEXT', value: 'complete', defining_code: code('openehr', '532') },
    },
    /<version [^>]*xsi:type="ORIGINAL_VERSION"><contribution>.*<commit_audit>.*<uid>.*<data xsi:type="FOLDER" .*<lifecycle_state>/,
  ],
  [
    {
      _type: 'CONTRIBUTION',
      versions: [
        {
          _type: 'UPDATE_VERSION',
          commit_audit: {
            _type: 'UPDATE_AUDIT',
            change_type: { _type: 'DV_CODED_TEXT', value: 'creation', defining_code: code('openehr', '249') },
          },
        },
      ],
      audit: { _type: 'UPDATE_AUDIT', committer: { _type: 'PARTY_SELF' } },
    },
    /<versions xsi:type="UPDATE_VERSION"><commit_audit xsi:type="UPDATE_AUDIT">/,
  ],
  [
    {
      _type: 'ITEM_TAG',
      key: 'flag',
      value: 'x',
      target: ref('COMPOSITION', 'v'),
      owner_id: ref('EHR', 'e'),
    },
    /<item_tag [^>]*xsi:type="ITEM_TAG"><key>flag</,
  ],
]
for (const [value, expected] of RESOURCES) {
  test(`a ${value._type} has its canonical XML`, () => {
    const xml = writeXml(value)
    assert.match(xml, expected)
    assert.ok(equal(readXml(xml), value))
    assert.equal(writeXml(readXml(xml)), xml)
  })
}
