/** People for tests of the search, and the definition of where their data are. */
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import type { RunningServer } from '../server.ts'
import { ADMIN, newParty, party } from './parties.ts'

export const PERSON_ARCHETYPE = 'openEHR-DEMOGRAPHIC-PERSON.person.v1'
const NAME = '/identities[openEHR-DEMOGRAPHIC-PARTY_IDENTITY.person_name.v1]/details[at0001]'
const ADDRESS = '/contacts[at0010]/addresses[openEHR-DEMOGRAPHIC-ADDRESS.address.v1]/details[at0001]'

export const DEFINITION = {
  name: [`${NAME}/items[at0003]/value`, `${NAME}/items[at0002]/value`],
  given_name: [`${NAME}/items[at0003]/value`],
  family_name: [`${NAME}/items[at0002]/value`],
  birth_date: ['/details[at0001]/items[at0002]/value'],
  sex: ['/details[at0001]/items[at0003]/value'],
  sex_codes: { at0004: 'female', at0005: 'male' },
  identifier: ['/details[at0001]/items[at0006]/value'],
  address: [`${ADDRESS}/items[at0002]/value`, `${ADDRESS}/items[at0003]/value`],
}

export const putDefinition = (server: RunningServer, definition: unknown = DEFINITION) =>
  server.call(`PUT /extra/v1/person-definition/${PERSON_ARCHETYPE}`, {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(definition),
  })

export const deleteDefinition = (server: RunningServer) =>
  server.call(`DELETE /extra/v1/person-definition/${PERSON_ARCHETYPE}`, { scopes: ADMIN })

export interface PersonData {
  readonly family: string
  readonly given?: readonly string[]
  readonly born?: string
  readonly sex?: 'female' | 'male'
  readonly identifiers?: readonly { readonly id: string; readonly type?: string; readonly issuer?: string }[]
  readonly address?: readonly [line: string, town: string]
}

const SEX = { female: 'at0004', male: 'at0005' }

const coded = (code: string, value: string) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'local' },
    code_string: code,
  },
})

const tree = (items: readonly object[]) => data.locatable('ITEM_TREE', 'at0001', { items })

export function person({ family, given = [], born, sex, identifiers = [], address }: PersonData) {
  const names = [
    data.element('at0002', data.text(family)),
    ...given.map(each => data.element('at0003', data.text(each))),
  ]
  const details = [
    ...(born === undefined ? [] : [data.element('at0002', { _type: 'DV_DATE', value: born })]),
    ...(sex === undefined ? [] : [data.element('at0003', coded(SEX[sex], sex))]),
    ...identifiers.map(each => data.element('at0006', { _type: 'DV_IDENTIFIER', ...each })),
  ]
  const lines = address && [
    data.element('at0002', data.text(address[0])),
    data.element('at0003', data.text(address[1])),
  ]
  return party('person', family, {
    identities: [data.root('openEHR-DEMOGRAPHIC-PARTY_IDENTITY.person_name.v1', { details: tree(names) })],
    ...(details.length > 0 ? { details: tree(details) } : {}),
    ...(lines
      ? {
          contacts: [
            data.locatable('CONTACT', 'at0010', {
              addresses: [data.root('openEHR-DEMOGRAPHIC-ADDRESS.address.v1', { details: tree(lines) })],
            }),
          ],
        }
      : {}),
  })
}

/** The uid of a new person, without its version. */
export const newPerson = async (server: RunningServer, given: PersonData): Promise<string> =>
  (await newParty(server, 'person', person(given))).split('::')[0] ?? ''

export const find = (server: RunningServer, query: Readonly<Record<string, string>>) =>
  server.call(`GET /extra/v1/person?${new URLSearchParams(query)}`, { scopes: ADMIN })

/** Found people, in order. */
export async function found(
  server: RunningServer,
  query: Readonly<Record<string, string>>,
): Promise<readonly { personUid: string; name: string; score: number; reasons: { how: string }[] }[]> {
  const answer = await find(server, { limit: '100', ...query })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json().data
}
