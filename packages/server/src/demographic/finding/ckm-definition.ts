/** The definition for the demographic archetypes that openEHR publishes in its Clinical Knowledge Manager. */
import type { PersonDefinition } from './definition.ts'

/** Changed with the definition: people are entered again. Less than the revisions of stored definitions. */
export const CKM_REVISION = 1

const archetype = (name: string): string => `openEHR-DEMOGRAPHIC-${name}.v0`

const NAME = `/identities[${archetype('PARTY_IDENTITY.person_name')}]/details[at0001]`
const DETAILS = `/details[${archetype('ITEM_TREE.person_details')}]`
const IDENTIFIER = `${DETAILS}/items[${archetype('CLUSTER.person_identifier')}]`

/** `contact`: the node of CONTACT. */
function definitionWith(contact: string): PersonDefinition {
  const address = `/contacts[${contact}]/addresses[${archetype('ADDRESS.address')}]/details[at0001]`
  return {
    // Given names, family names, full name, name in another representation.
    name: [
      ...['at0002', 'at0003', 'at0010'].map(node => `${NAME}/items[${node}]/value`),
      `${NAME}/items[at0007]/items[at0022]/value`,
    ],
    given_name: [`${NAME}/items[at0002]/value`],
    family_name: [`${NAME}/items[at0003]/value`],
    birth_date: [`${DETAILS}/items[at0001]/items[at0010]/value`],
    sex: [`${DETAILS}/items[at0001]/items[at0017]/value`],
    sex_codes: { at0310: 'male', at0311: 'female', at0312: 'indeterminate', at0313: 'unknown' },
    identifier: [`${IDENTIFIER}/items[at0001]/value`],
    // Site, street and number, printed line, district, postal code, town.
    address: [
      ...['at0023', 'at0028', 'at0029', 'at0031'].map(
        node => `${address}/items[at0002]/items[${node}]/value`,
      ),
      ...['at0003', 'at0006', 'at0007'].map(node => `${address}/items[${node}]/value`),
    ],
  }
}

/** By the archetype of the PERSON. */
export const CKM_DEFINITIONS: Readonly<Record<string, PersonDefinition>> = {
  [archetype('PERSON.person')]: definitionWith('at0003'),
  [archetype('PERSON.person-patient')]: definitionWith('at0003.1'),
}
