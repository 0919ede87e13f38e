/** The facts of the patient banner: those of the person, if the reader may see people, else those that the EHR_STATUS has. */
import { listAt, nameOf, objectAt, type RmObject, textAt, typeOf } from '../../display/rm-object.ts'
import type { PatientFacts } from '../demographics/patients.ts'

export interface BannerFacts {
  readonly subject: string
  readonly namespace: string
  readonly name: string
  /** ISO 8601, as partial as it is. */
  readonly born: string
  readonly sex: string
  readonly isModifiable: boolean
  readonly isQueryable: boolean
}

const BIRTH = /birth|geburt|nacimiento|geboorte/i
const SEX = /\b(sex|gender|geschlecht|sexo|geslacht)\b/i
const PERSON_NAME = /^(name|full name|patient name|naam|nombre)$/i

function* elementsIn(node: RmObject): Generator<RmObject> {
  if (typeOf(node) === 'ELEMENT') yield node
  for (const item of [...listAt(node, 'items'), ...listAt(node, 'rows')]) yield* elementsIn(item)
}

/** The value of the first element with such a name. Which archetype a site uses for it is its own choice. */
function factNamed(status: RmObject, pattern: RegExp): string {
  const details = objectAt(status, 'other_details')
  if (!details) return ''
  for (const element of elementsIn(details))
    if (pattern.test(nameOf(element))) return textAt(objectAt(element, 'value'), 'value') ?? ''
  return ''
}

export function bannerFacts(status: RmObject, patient?: PatientFacts): BannerFacts {
  const reference = objectAt(objectAt(status, 'subject'), 'external_ref')
  return {
    subject: textAt(objectAt(reference, 'id'), 'value') ?? '',
    namespace: textAt(reference, 'namespace') ?? '',
    name: patient?.name || factNamed(status, PERSON_NAME),
    born: patient?.birthDate ?? factNamed(status, BIRTH),
    sex: patient?.sex ?? factNamed(status, SEX),
    isModifiable: status['is_modifiable'] !== false,
    isQueryable: status['is_queryable'] !== false,
  }
}
