/** Chooses a party of this server by its kind and name. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type LocalParty, PARTY_KINDS, type PartyKind } from '../../display/party-ref.ts'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import style from './demographics.module.css'
import { KIND_WORDS } from './kind-words.ts'
import { useFoundPatients, useListedParties, useNamedPeople } from './queries.ts'
import { useTexts } from './texts.ts'

const TYPING_MS = 250
const MOST_OFFERED = 20

interface Choice {
  readonly value: string
  readonly label: string
}

/** People are found as they are typed; there are too many for a list. */
function usePeople(typed: string, chosen: string | undefined, isWanted: boolean): readonly Choice[] {
  const timeStyle = useTimeStyle()
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const found = useFoundPatients(text, MOST_OFFERED, isWanted && text !== '').data ?? []
  const named = useNamedPeople(isWanted && chosen !== undefined ? [chosen] : [])
  const own = chosen === undefined ? undefined : named.get(chosen)
  const people = own && !found.some(({ personUid }) => personUid === own.personUid) ? [own, ...found] : found
  return people.map(({ personUid, name, birthDate }) => ({
    value: personUid,
    label: [name, birthDate === undefined ? '' : formatIso(birthDate, timeStyle)]
      .filter(each => each !== '')
      .join(' · '),
  }))
}

function useOthers(kind: PartyKind, isWanted: boolean): readonly Choice[] {
  const listed = useListedParties(kind, isWanted).data ?? []
  return listed.map(({ uid, name }) => ({ value: uid, label: name }))
}

interface Props {
  readonly id: string
  readonly label: string
  readonly party: LocalParty | undefined
  readonly isInvalid: boolean
  readonly change: (party: LocalParty | undefined) => void
}

export function PartyField({ id, label, party, isInvalid, change }: Props) {
  const t = useTexts()
  const [chosenKind, setKind] = useState<PartyKind>('person')
  const kind = party?.kind ?? chosenKind
  const [typed, setTyped] = useState('')
  const isPerson = kind === 'person'
  const people = usePeople(typed, party?.uid, isPerson)
  const others = useOthers(kind, !isPerson)
  const offered = isPerson ? people : others
  const isListed = party === undefined || offered.some(({ value }) => value === party.uid)
  const data = isListed ? offered : [...offered, { value: party.uid, label: `${party.uid.slice(0, 8)}…` }]
  return (
    <div className={style['party']}>
      <Select
        aria-label={`${label}: ${t('Kind')}`}
        data={PARTY_KINDS.map(each => ({ value: each, label: t(KIND_WORDS[each]) }))}
        allowDeselect={false}
        value={kind}
        onChange={value => {
          setKind(PARTY_KINDS.find(each => each === value) ?? 'person')
          setTyped('')
          change(undefined)
        }}
      />
      <Select
        id={id}
        aria-label={label}
        placeholder={isPerson ? t('Name, birth date or number') : t('Choose')}
        data={data}
        // The server has found the people by other spellings, too.
        {...(isPerson ? { filter: ({ options }) => options } : {})}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear') }}
        nothingFoundMessage={typed.trim() === '' && isPerson ? undefined : t('Nothing found')}
        error={isInvalid}
        value={party?.uid ?? null}
        onSearchChange={setTyped}
        onChange={uid => change(uid === null ? undefined : { kind, uid })}
      />
    </div>
  )
}
