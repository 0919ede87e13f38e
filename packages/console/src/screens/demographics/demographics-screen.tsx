/** Finds people by name, birth date or number, with or without a record. */
import { Button, Table, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useRight } from '../../session/use-session.ts'
import style from './demographics.module.css'
import { PartyLink } from './patient-name.tsx'
import type { PatientFacts } from './patients.ts'
import { useFoundPatients } from './queries.ts'
import { useTexts } from './texts.ts'

const route = getRouteApi('/demographics')

const MOST = 100
const TYPING_MS = 250

function PersonRow({ person }: { readonly person: PatientFacts }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { personUid, ehrUid, name, birthDate, sex, identifiers, reasons = [] } = person
  const isSimilar = reasons.some(({ how }) => how === 'similar')
  return (
    <Table.Tr>
      <Table.Td>
        <PartyLink party={{ kind: 'person', uid: personUid }} name={name || `${personUid.slice(0, 8)}…`} />
        {isSimilar ? <div className="dim">{t('similar name')}</div> : null}
      </Table.Td>
      <Table.Td className={style['nowrap']}>
        {birthDate === undefined ? '' : formatIso(birthDate, timeStyle)}
      </Table.Td>
      <Table.Td>{sex ?? ''}</Table.Td>
      <Table.Td>
        {identifiers.map(({ value, type, issuer }) => (
          <div key={`${type} ${issuer} ${value}`} className={style['nowrap']}>
            {value} <span className="dim">{type}</span>
          </div>
        ))}
      </Table.Td>
      <Table.Td>
        {ehrUid === undefined ? (
          <span className="dim">{t('No EHR')}</span>
        ) : (
          <Link to="/ehrs/$ehrId" params={{ ehrId: ehrUid }} className={style['nowrap'] ?? ''}>
            {t('Open EHR')}
          </Link>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function FoundPeople({ people }: { readonly people: readonly PatientFacts[] }) {
  const t = useTexts()
  if (people.length === 0)
    return (
      <Empty
        title={t('Nobody found')}
        text={t('Look for another spelling, or for a birth date or a number.')}
      />
    )
  return (
    <WideTable
      label={t('Demographics')}
      headings={[t('Name'), t('Born'), t('Sex'), t('Numbers'), t('EHR')]}
      minWidth={640}
    >
      {people.map(person => (
        <PersonRow key={person.personUid} person={person} />
      ))}
    </WideTable>
  )
}

export function DemographicsScreen() {
  const t = useTexts()
  const canSee = useRight('people')
  const canWrite = useRight('people.write')
  const { q = '' } = route.useSearch()
  const navigate = useNavigate()
  const found = useFoundPatients(q, MOST, q !== '')
  const typed = useDebouncedCallback(
    (text: string) =>
      void navigate({ to: '/demographics', search: text === '' ? {} : { q: text }, replace: true }),
    TYPING_MS,
  )
  if (!canSee) return <NoRight right="person-*.rs" />
  return (
    <>
      <PageHead title={t('Demographics')}>
        {canWrite ? (
          <Button
            renderRoot={props => <Link to="/demographics/new" {...props} />}
            leftSection={<Plus size={15} />}
          >
            {t('New entry')}
          </Button>
        ) : null}
      </PageHead>
      <TextInput
        className={style['search'] ?? ''}
        label={t('Find a person')}
        placeholder={t('Name, birth date or number')}
        leftSection={<Search size={16} />}
        defaultValue={q}
        onChange={event => typed(event.currentTarget.value.trim())}
      />
      {q === '' ? (
        <Empty
          title={t('Find a person')}
          text={t('Type a name, a birth date or a number. One misspelt letter is tolerated.')}
        />
      ) : (
        <Wait query={found}>{people => <FoundPeople people={people} />}</Wait>
      )}
    </>
  )
}
