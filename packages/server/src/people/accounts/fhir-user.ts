/** The FHIR resource that stands for a person (SMART App Launch, scope `fhirUser`): an absolute URL, which is passed on and never called. */
const RESOURCE = /\/(Patient|Person|Practitioner|PractitionerRole|RelatedPerson)\/[A-Za-z0-9.-]{1,64}$/

export const FHIR_USER_EXPECTED =
  'an absolute URL of a Practitioner, PractitionerRole, Patient, RelatedPerson or Person'

export function isFhirUser(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 1000 || !URL.canParse(value)) return false
  const { protocol, username, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && search === '' && hash === '' && RESOURCE.test(value)
}
