/** A composer or committer: the recorded name, or that of the party where only a reference was recorded. */
import type { LocalParty } from '../../display/party-ref.ts'
import { PartyLink } from './patient-name.tsx'
import { useNamedPeople, useNameOf } from './queries.ts'

interface Props {
  readonly party: LocalParty | undefined
  /** The recorded name; the id of the reference where there is none. */
  readonly name: string
}

function useName({ party, name }: Props): string {
  const nameless = party && name === party.uid ? party : undefined
  const isPerson = nameless?.kind === 'person'
  const people = useNamedPeople(nameless && isPerson ? [nameless.uid] : [])
  const other = useNameOf(isPerson ? undefined : nameless)
  return (nameless && (isPerson ? people.get(nameless.uid)?.name : other)) || name
}

/** The name alone, for a line that is a link itself. */
export const PartyName = (props: Props) => <bdi>{useName(props)}</bdi>

export const NamedParty = (props: Props) => <PartyLink party={props.party} name={useName(props)} />
