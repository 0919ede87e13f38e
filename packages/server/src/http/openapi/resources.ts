/** Schemas of bodies that are not classes of the reference model, or differ from them. */
import type { Schema } from '../operation-doc.ts'
import { oneOfClasses, rmSchemas, schemaRef } from './rm-schemas.ts'

const STRING = { type: 'string' }
const objectOf = (properties: Schema, required: readonly string[] = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
})

const error: Schema = objectOf({
  message: { type: 'string', description: 'A sentence a person can act on, with the first of the errors.' },
  error: { type: 'string', description: 'The name of the status, such as `Not Found`.' },
  code: { type: 'string', description: 'Stable; docs/reference/errors.md lists them all.' },
  status: { type: 'integer' },
  requestId: STRING,
  validationErrors: { type: 'array', items: STRING },
  errors: {
    type: 'array',
    items: objectOf(
      {
        path: STRING,
        rm_path: { type: 'string', description: 'Beside a FLAT path or a label: the path in the RM.' },
        code: STRING,
        message: STRING,
      },
      ['path', 'code', 'message'],
    ),
  },
})

/** `_type` of ids differs by the wire profile, hence any text. */
const versionId: Schema = objectOf({ _type: STRING, value: STRING })

/** The VERSION of docs/interface.md, section 2.3. */
const versionOf = (data: Schema): Schema => ({
  ...objectOf(
    {
      _type: { type: 'string', enum: ['ORIGINAL_VERSION'] },
      uid: versionId,
      preceding_version_uid: versionId,
      other_input_version_uids: { type: 'array', items: versionId },
      contribution: objectOf({ id: versionId, namespace: STRING, type: STRING }),
      commit_audit: schemaRef('AUDIT_DETAILS'),
      lifecycle_state: schemaRef('DV_CODED_TEXT'),
      signature: { type: 'string', description: 'A detached JWS over the canonical JSON of the version.' },
      attestations: { type: 'array', items: schemaRef('ATTESTATION') },
      data,
    },
    ['_type', 'uid', 'contribution', 'commit_audit', 'lifecycle_state', 'signature'],
  ),
  description: 'A VERSION; one that deleted its object has no `data`.',
})

const versionedObject = (type: string): Schema =>
  objectOf(
    {
      _type: { type: 'string', enum: [type] },
      uid: schemaRef('HIER_OBJECT_ID'),
      owner_id: schemaRef('OBJECT_REF'),
      time_created: schemaRef('DV_DATE_TIME'),
    },
    ['uid', 'owner_id', 'time_created'],
  )

const reference = oneOfClasses(['OBJECT_REF', 'EHR_STATUS', 'FOLDER'])

const ehr: Schema = {
  ...objectOf(
    {
      _type: { type: 'string', enum: ['EHR'] },
      system_id: schemaRef('HIER_OBJECT_ID'),
      ehr_id: schemaRef('HIER_OBJECT_ID'),
      time_created: schemaRef('DV_DATE_TIME'),
      ehr_status: reference,
      ehr_access: { type: 'object', additionalProperties: true },
      directory: reference,
    },
    ['system_id', 'ehr_id', 'time_created', 'ehr_status', 'ehr_access'],
  ),
  description:
    'EHR of the openEHR reference model; with `Prefer: resolve_refs`, objects stand for references.',
}

/** The tag of a version is the class that it is of, not the name of its schema. */
const VERSION_OR_REFERENCE: Schema = {
  oneOf: [schemaRef('OBJECT_REF'), schemaRef('VERSION')],
  discriminator: {
    propertyName: '_type',
    mapping: { OBJECT_REF: schemaRef('OBJECT_REF')['$ref'], ORIGINAL_VERSION: schemaRef('VERSION')['$ref'] },
  },
}

const contribution: Schema = objectOf(
  {
    _type: { type: 'string', enum: ['CONTRIBUTION'] },
    uid: schemaRef('HIER_OBJECT_ID'),
    versions: { type: 'array', items: VERSION_OR_REFERENCE },
    audit: schemaRef('AUDIT_DETAILS'),
  },
  ['uid', 'versions', 'audit'],
)

/** A DV_CODED_TEXT, a TERMINOLOGY_CODE, or the code or rubric as a text. */
const code: Schema = { anyOf: [STRING, schemaRef('DV_CODED_TEXT')] }
const updateAudit: Schema = objectOf(
  {
    change_type: code,
    committer: oneOfClasses(['PARTY_IDENTIFIED', 'PARTY_SELF']),
    description: { anyOf: [STRING, schemaRef('DV_TEXT')] },
    system_id: { type: 'string', description: 'Taken; the one of this system is recorded.' },
  },
  ['change_type'],
)

const contributionInput: Schema = objectOf(
  {
    uid: { anyOf: [STRING, schemaRef('HIER_OBJECT_ID')] },
    audit: schemaRef('UPDATE_AUDIT'),
    versions: { type: 'array', items: schemaRef('UPDATE_VERSION') },
  },
  ['audit', 'versions'],
)

const PARTIES = ['PERSON', 'ORGANISATION', 'GROUP', 'AGENT', 'ROLE']

const DATA = ['COMPOSITION', 'EHR_STATUS', 'FOLDER', ...PARTIES]

const updateVersion: Schema = objectOf(
  {
    uid: { anyOf: [STRING, versionId] },
    preceding_version_uid: { anyOf: [STRING, versionId] },
    lifecycle_state: code,
    commit_audit: schemaRef('UPDATE_AUDIT'),
    data: oneOfClasses(DATA),
    attestations: { type: 'array', items: { type: 'object', additionalProperties: true } },
    other_input_version_uids: { type: 'array', items: { anyOf: [STRING, versionId] } },
  },
  ['lifecycle_state', 'commit_audit'],
)

const itemTag: Schema = objectOf(
  {
    _type: { type: 'string', enum: ['ITEM_TAG'] },
    key: STRING,
    value: STRING,
    target_path: STRING,
    target: schemaRef('OBJECT_REF'),
    owner_id: schemaRef('OBJECT_REF'),
  },
  ['key', 'target', 'owner_id'],
)

const freeForm = (description: string): Schema => ({
  type: 'object',
  additionalProperties: true,
  description,
})

/** All schemas that operations refer to, by name. */
export const COMPONENTS: Readonly<Record<string, Schema>> = {
  ...rmSchemas([...DATA, 'REVISION_HISTORY', 'AUDIT_DETAILS']),
  Error: error,
  Identifier: objectOf({ uid: { type: 'string', description: 'Id of what was written.' } }),
  EHR: ehr,
  CONTRIBUTION: contribution,
  UPDATE_AUDIT: updateAudit,
  UPDATE_VERSION: updateVersion,
  CONTRIBUTION_INPUT: contributionInput,
  VERSIONED_COMPOSITION: versionedObject('VERSIONED_COMPOSITION'),
  VERSIONED_EHR_STATUS: versionedObject('VERSIONED_EHR_STATUS'),
  VERSIONED_PARTY: versionedObject('VERSIONED_PARTY'),
  VERSION: versionOf(oneOfClasses(DATA)),
  VERSION_OF_COMPOSITION: versionOf(schemaRef('COMPOSITION')),
  VERSION_OF_EHR_STATUS: versionOf(schemaRef('EHR_STATUS')),
  VERSION_OF_PARTY: versionOf(oneOfClasses(PARTIES)),
  ITEM_TAG: itemTag,
  FLAT: freeForm('A record in FLAT: paths of the web template, each with its value.'),
  STRUCTURED: freeForm('A record in STRUCTURED: the same as FLAT, nested.'),
  WEB_TEMPLATE: freeForm('A web template: `templateId`, `defaultLanguage`, and the `tree` of its nodes.'),
}
