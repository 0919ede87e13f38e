/** Invariants of participants, identifiers, references, audits and versions (RM common; BASE). */
import {
  attributesOf,
  isArchetypeId,
  isHierObjectId,
  isObjectVersionId,
  isRmObject,
  type Rm,
} from '../../rm/index.ts'
import { show } from '../visit.ts'
import {
  about,
  asText,
  inCodeSet,
  inGroup,
  isThere,
  members,
  notEmpty,
  type Rule,
  type RuleTable,
  rule,
  textOf,
} from './invariant.ts'

const wellFormed = (expected: string, fits: (text: string) => boolean): Rule<Rm.ObjectId> =>
  rule(
    'Value_valid',
    expected,
    object => {
      const value = asText(object.value)
      return value === undefined || fits(value) ? undefined : show(value)
    },
    about('value'),
  )

type ReferenceAttribute = Exclude<keyof Rm.Ehr, '_type' | 'system_id' | 'ehr_id' | 'time_created'>

/** References of an EHR name the container they point to. */
const refersTo = (name: string, attribute: ReferenceAttribute, type: string): Rule<Rm.Ehr> =>
  rule(
    name,
    `references of type ${type}`,
    object => {
      const value = object[attribute]
      const references = (Array.isArray(value) ? value : [value]).filter(isRmObject)
      const types = references.map(reference => attributesOf<Rm.ObjectRef>(reference).type)
      const at = types.findIndex(each => each !== type)
      return at < 0 ? undefined : show(types[at])
    },
    about(attribute),
  )

/** BASE base_types, OBJECT_REF.namespace; real ones are OIDs and URLs too, which begin with a digit or have other characters. */
const NAMESPACE = /^[A-Za-z0-9][A-Za-z0-9_.:/&?=+~%#@,;!$'()*-]*$/

/** BASE base_types, PARTY_REF. */
const PARTY_TYPES: ReadonlySet<string> = new Set([
  'PERSON',
  'ORGANISATION',
  'GROUP',
  'AGENT',
  'ROLE',
  'PARTY',
  'ACTOR',
])

export const PARTY_RULES: RuleTable = {
  PARTY_IDENTIFIED: [
    rule(
      'Basic_validity',
      'a name, identifiers or an external reference',
      ({ name, identifiers, external_ref }) =>
        isThere(name) || isThere(identifiers) || isThere(external_ref) ? undefined : 'none of them',
      { when: [{ absent: ['name', 'identifiers', 'external_ref'] }] },
    ),
    notEmpty('Name_valid', 'name'),
    members('Identifiers_valid', 'identifiers'),
  ],
  PARTY_RELATED: [inGroup('Relationship_valid', 'relationship', 'subject relationship')],
  PARTICIPATION: [
    inGroup('Function_valid', 'function', 'participation function', { openehrOnly: true }),
    inGroup('Mode_valid', 'mode', 'participation mode'),
  ],
  FEEDER_AUDIT_DETAILS: [notEmpty('System_id_valid', 'system_id')],
  OBJECT_ID: [notEmpty('Value_valid', 'value')],
  HIER_OBJECT_ID: [
    wellFormed('a UUID, an OID or a domain name, and an extension after ::, if any', isHierObjectId),
  ],
  OBJECT_VERSION_ID: [wellFormed('object id::creating system::version', isObjectVersionId)],
  ARCHETYPE_ID: [wellFormed('an archetype id', isArchetypeId)],
  GENERIC_ID: [notEmpty('Scheme_valid', 'scheme')],
  OBJECT_REF: [
    rule(
      'Namespace_valid',
      'letters, digits and other characters of a URI, without blanks',
      object => {
        const namespace = asText(object.namespace)
        return namespace === undefined || NAMESPACE.test(namespace) ? undefined : show(namespace)
      },
      about('namespace'),
    ),
    notEmpty('Type_valid', 'type'),
  ],
  PARTY_REF: [
    rule(
      'Type_validity',
      `one of ${[...PARTY_TYPES].join(', ')}`,
      object => {
        const type = asText(object.type)
        return type === undefined || type === '' || PARTY_TYPES.has(type) ? undefined : show(type)
      },
      about('type'),
    ),
  ],
  AUDIT_DETAILS: [
    notEmpty('System_id_valid', 'system_id'),
    inGroup('Change_type_valid', 'change_type', 'audit change type'),
  ],
  ATTESTATION: [
    members('Items_valid', 'items'),
    inGroup('Reason_valid', 'reason', 'attestation reason', { openehrOnly: true }),
  ],
  REVISION_HISTORY_ITEM: [members('Audit_valid', 'audits')],
  ORIGINAL_VERSION: [
    inGroup('Lifecycle_state_valid', 'lifecycle_state', 'version lifecycle state'),
    members('Attestations_valid', 'attestations'),
    members('Other_input_version_uids_valid', 'other_input_version_uids'),
    rule(
      'Preceding_version_uid_validity',
      'a preceding version exactly where this is not the first',
      object => {
        const tree = textOf(object.uid)?.split('::')[2]
        if (tree === undefined || (tree === '1') !== isThere(object.preceding_version_uid)) return undefined
        return tree === '1' ? 'one before the first' : 'none'
      },
      { attribute: 'preceding_version_uid' },
    ),
  ],
  EHR: [
    refersTo('Ehr_access_valid', 'ehr_access', 'VERSIONED_EHR_ACCESS'),
    refersTo('Ehr_status_valid', 'ehr_status', 'VERSIONED_EHR_STATUS'),
    refersTo('Compositions_valid', 'compositions', 'VERSIONED_COMPOSITION'),
    refersTo('Contributions_valid', 'contributions', 'CONTRIBUTION'),
    refersTo('Directory_valid', 'directory', 'VERSIONED_FOLDER'),
    refersTo('Folders_valid', 'folders', 'VERSIONED_FOLDER'),
  ],
  RESOURCE_DESCRIPTION_ITEM: [
    inCodeSet('Language_valid', 'language', 'languages'),
    notEmpty('Purpose_valid', 'purpose'),
    notEmpty('Use_valid', 'use'),
    notEmpty('Misuse_valid', 'misuse'),
    notEmpty('Copyright_valid', 'copyright'),
  ],
  TRANSLATION_DETAILS: [inCodeSet('Language_valid', 'language', 'languages')],
}
