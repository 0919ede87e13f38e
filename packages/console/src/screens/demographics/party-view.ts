/** A party as its page shows it: identities, details, contacts, and the parties that it refers to. */
import { type ValueView, valueView } from '../../display/data-value.ts'
import { type LocalParty, localParty } from '../../display/party-ref.ts'
import { listAt, nameOf, nodeIdOf, objectAt, type RmObject, textAt, typeOf } from '../../display/rm-object.ts'
import type { TimeStyle } from '../../display/time.ts'

export interface PartyLine {
  readonly key: string
  readonly label: string
  readonly value: ValueView
}

export interface PartyBlock {
  readonly key: string
  readonly title: string
  readonly lines: readonly PartyLine[]
}

export interface PartyRelation {
  readonly key: string
  readonly label: string
  readonly party: LocalParty | undefined
  /** The reference as it is, for a party of another system. */
  readonly reference: string
}

function* elementsIn(node: RmObject | undefined): Generator<RmObject> {
  if (!node) return
  if (typeOf(node) === 'ELEMENT') yield node
  for (const name of ['items', 'rows']) for (const item of listAt(node, name)) yield* elementsIn(item)
  yield* elementsIn(objectAt(node, 'item'))
}

const linesOf = (structure: RmObject | undefined, style: TimeStyle): PartyLine[] =>
  [...elementsIn(structure)].map((element, index) => ({
    key: `${nodeIdOf(element)} ${index}`,
    label: nameOf(element),
    value: valueView(element['value'], style),
  }))

const blocksOf = (party: RmObject, attribute: string, style: TimeStyle): PartyBlock[] =>
  listAt(party, attribute).map((each, index) => ({
    key: String(index),
    title: nameOf(each),
    lines: linesOf(objectAt(each, 'details') ?? objectAt(each, 'credentials'), style),
  }))

export const identitiesOf = (party: RmObject, style: TimeStyle): PartyBlock[] =>
  blocksOf(party, 'identities', style)

export const capabilitiesOf = (party: RmObject, style: TimeStyle): PartyBlock[] =>
  blocksOf(party, 'capabilities', style)

export const detailsOf = (party: RmObject, style: TimeStyle): PartyLine[] =>
  linesOf(objectAt(party, 'details'), style)

/** The addresses of each contact. */
export const contactsOf = (party: RmObject, style: TimeStyle): PartyBlock[] =>
  listAt(party, 'contacts').flatMap((contact, at) =>
    blocksOf(contact, 'addresses', style).map(block => ({ ...block, key: `${at} ${block.key}` })),
  )

export const languagesOf = (party: RmObject): string[] =>
  listAt(party, 'languages').flatMap(each => textAt(each, 'value') ?? [])

const referenceText = (reference: RmObject | undefined): string =>
  textAt(objectAt(reference, 'id'), 'value') ?? ''

const relationOf = (key: string, label: string, reference: RmObject | undefined): PartyRelation => ({
  key,
  label,
  party: localParty(reference),
  reference: referenceText(reference),
})

export const relationshipsOf = (party: RmObject): PartyRelation[] =>
  listAt(party, 'relationships').map((each, index) =>
    relationOf(`relationship ${index}`, nameOf(each), objectAt(each, 'target')),
  )

/** Roles of an actor; of a role, its performer. */
export const rolesOf = (party: RmObject): PartyRelation[] =>
  listAt(party, 'roles').map((each, index) => relationOf(`role ${index}`, '', each))

export function performerOf(party: RmObject): PartyRelation | undefined {
  const performer = objectAt(party, 'performer')
  return performer && relationOf('performer', '', performer)
}

/** A party in a list to choose from. */
export interface ListedParty {
  readonly uid: string
  readonly name: string
}

/** A role is told by its own name, too: its identity may be that of its performer. */
export function listedParty(party: RmObject): ListedParty | undefined {
  const uid = textAt(objectAt(party, 'uid'), 'value')?.split('::')[0]
  if (uid === undefined) return undefined
  const identity = identityText(party)
  const own = nameOf(party)
  const name = typeOf(party) === 'ROLE' && identity !== '' ? `${own} · ${identity}` : identity || own
  return { uid, name }
}

export const byName = (a: ListedParty, b: ListedParty): number => a.name.localeCompare(b.name)

/** The texts of the first identity; the first one names an organisation. */
export function identityText(party: RmObject): string {
  const [identity] = listAt(party, 'identities')
  const texts = [...elementsIn(objectAt(identity, 'details'))].flatMap(
    element => textAt(objectAt(element, 'value'), 'value') ?? [],
  )
  return typeOf(party) === 'PERSON' ? texts.join(' ') : (texts[0] ?? '')
}
