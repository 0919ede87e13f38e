/** Values of parameters in the examples of the API reference. A test makes records with these ids and sends every example. */

const EHR = '7d44b88c-4199-4bad-97dc-d78268e01398'
const OBJECT = '8849182c-82ad-4088-a07f-48ead4180515'
const VERSION = `${OBJECT}::cairn.local::1`

const BY_NAME: Readonly<Record<string, string>> = {
  ehr_id: EHR,
  ehrUid: EHR,
  versioned_object_uid: OBJECT,
  version_uid: VERSION,
  contribution_uid: '2f1c3c2e-5d43-4b5d-8a9a-0b7f3b2c1d55',
  template_id: 'Blood pressure.v1',
  value_set: 'SNOMED-CT',
  qualified_query_name: 'org.example::pressures',
  version: '1.0.0',
  datamapName: 'pressures',
  uid: OBJECT,
  uid_based_id: VERSION,
  key: 'flag',
  client_id: 'ward-app',
  person_id: 'ana',
  person_uid: OBJECT,
  archetype_id: 'openEHR-DEMOGRAPHIC-PERSON.person.v0',
  subject_id: 'patient-1',
  subject_namespace: 'patients',
  q: 'SELECT e/ehr_id/value AS ehr FROM EHR e LIMIT 10',
  subscription_id: '5b0d7f3a-9a53-4c0a-8f3e-2f8f3a1c4d60',
  delivery_id: '42',
  origin: '7d44b88c-4199-4bad-97dc-d78268e01398',
  'If-Match': `"${VERSION}"`,
}

/** Samples for which a name alone is not enough. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  composition_update: { uid_based_id: OBJECT },
  composition_tags_get: { uid_based_id: OBJECT },
  person_find: { name: 'Ana Meyer' },
  ...Object.fromEntries(
    ['person', 'organisation', 'group', 'agent', 'role'].map(kind => [
      `demographic_${kind}_update`,
      { uid_based_id: OBJECT },
    ]),
  ),
}

export const sampleOf = (operation: string, parameter: string): string | undefined =>
  BY_OPERATION[operation]?.[parameter] ?? BY_NAME[parameter]
