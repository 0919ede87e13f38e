/**
 * The classes that the RM uses but its BMM files leave to others: identifiers, references and intervals of the
 * BASE component 1.1.0, the resource package, and the bindings of VERSIONED_OBJECT that appear as `_type`.
 */

/** `name` is optional, `name!` mandatory; the type is written as the specification writes it. */
interface BaseClass {
  readonly name: string
  readonly parents: readonly string[]
  readonly abstract?: true
  readonly attributes: Readonly<Record<string, string>>
}

const value = { 'value!': 'String' }
const reference = { 'namespace!': 'String', 'type!': 'String', 'id!': 'OBJECT_ID' }

export const BASE_CLASSES: readonly BaseClass[] = [
  // base_types.identification
  { name: 'OBJECT_ID', parents: [], abstract: true, attributes: value },
  { name: 'UID_BASED_ID', parents: ['OBJECT_ID'], abstract: true, attributes: {} },
  { name: 'HIER_OBJECT_ID', parents: ['UID_BASED_ID'], attributes: {} },
  { name: 'OBJECT_VERSION_ID', parents: ['UID_BASED_ID'], attributes: {} },
  { name: 'ARCHETYPE_ID', parents: ['OBJECT_ID'], attributes: {} },
  { name: 'TEMPLATE_ID', parents: ['OBJECT_ID'], attributes: {} },
  { name: 'TERMINOLOGY_ID', parents: ['OBJECT_ID'], attributes: {} },
  { name: 'GENERIC_ID', parents: ['OBJECT_ID'], attributes: { 'scheme!': 'String' } },
  { name: 'OBJECT_REF', parents: [], attributes: reference },
  { name: 'PARTY_REF', parents: ['OBJECT_REF'], attributes: {} },
  { name: 'ACCESS_GROUP_REF', parents: ['OBJECT_REF'], attributes: {} },
  { name: 'LOCATABLE_REF', parents: ['OBJECT_REF'], attributes: { path: 'String', 'id!': 'UID_BASED_ID' } },
  { name: 'UID', parents: [], abstract: true, attributes: value },
  { name: 'UUID', parents: ['UID'], attributes: {} },
  { name: 'ISO_OID', parents: ['UID'], attributes: {} },
  { name: 'INTERNET_ID', parents: ['UID'], attributes: {} },
  { name: 'VERSION_TREE_ID', parents: [], attributes: value },

  // foundation_types.interval. `*_included` is mandatory in BASE 1.1.0 and optional in the XML schemas of every
  // release; data of both kinds exist, so it is optional here and an absent one means what the schema means.
  {
    name: 'Interval',
    parents: [],
    abstract: true,
    attributes: {
      lower: 'T',
      upper: 'T',
      'lower_unbounded!': 'Boolean',
      'upper_unbounded!': 'Boolean',
      lower_included: 'Boolean',
      upper_included: 'Boolean',
    },
  },

  // resource
  {
    name: 'AUTHORED_RESOURCE',
    parents: [],
    abstract: true,
    attributes: {
      'original_language!': 'CODE_PHRASE',
      is_controlled: 'Boolean',
      translations: 'List<TRANSLATION_DETAILS>',
      description: 'RESOURCE_DESCRIPTION',
      revision_history: 'REVISION_HISTORY',
    },
  },
  {
    name: 'TRANSLATION_DETAILS',
    parents: [],
    attributes: {
      'language!': 'CODE_PHRASE',
      'author!': 'Hash<String,String>',
      accreditation: 'String',
      other_details: 'Hash<String,String>',
    },
  },
  {
    name: 'RESOURCE_DESCRIPTION',
    parents: [],
    attributes: {
      'original_author!': 'Hash<String,String>',
      other_contributors: 'List<String>',
      'lifecycle_state!': 'String',
      resource_package_uri: 'String',
      other_details: 'Hash<String,String>',
      'details!': 'List<RESOURCE_DESCRIPTION_ITEM>',
    },
  },
  {
    name: 'RESOURCE_DESCRIPTION_ITEM',
    parents: [],
    attributes: {
      'language!': 'CODE_PHRASE',
      'purpose!': 'String',
      keywords: 'List<String>',
      use: 'String',
      misuse: 'String',
      copyright: 'String',
      original_resource_uri: 'Hash<String,String>',
      other_details: 'Hash<String,String>',
    },
  },

  // ehr and demographic: VERSIONED_OBJECT<T> bound to what it versions
  { name: 'VERSIONED_EHR_ACCESS', parents: ['VERSIONED_OBJECT'], attributes: {} },
  { name: 'VERSIONED_EHR_STATUS', parents: ['VERSIONED_OBJECT'], attributes: {} },
  { name: 'VERSIONED_COMPOSITION', parents: ['VERSIONED_OBJECT'], attributes: {} },
  { name: 'VERSIONED_FOLDER', parents: ['VERSIONED_OBJECT'], attributes: {} },
  { name: 'VERSIONED_PARTY', parents: ['VERSIONED_OBJECT'], attributes: {} },
]

/** Attributes that RM 1.0.2 to 1.0.4 had and 1.1.0 has not: data of those releases hold them. */
export const OLDER_ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DV_PARSABLE: { size: 'Integer' },
  VERSIONED_OBJECT: { versions: 'List<VERSION>' },
}

/** Redefinitions that are left out: PARTY makes `uid` mandatory, but the service gives it (docs/decisions/0098). */
export const INHERITED: Readonly<Record<string, readonly string[]>> = { PARTY: ['uid'] }
