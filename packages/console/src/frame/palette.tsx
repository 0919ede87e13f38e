/** The command palette (Ctrl-K): screens, people by name, EHRs by id or subject, templates, stored queries. */
import { Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { Contact, FileCode2, FolderOpen, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { formatIso } from '../display/time.ts'
import { useTimeStyle } from '../display/use-time-style.ts'
import { useTexts } from '../language/use-texts.ts'
import type { PatientFacts } from '../screens/demographics/patients.ts'
import { useFoundPatients } from '../screens/demographics/queries.ts'
import { useStoredQueries } from '../screens/stored-queries/queries.ts'
import { useTemplates } from '../screens/templates/queries.ts'
import { useSession } from '../session/use-session.ts'
import { destinationsFor } from './navigation.ts'
import { useFoundEhrs } from './queries.ts'

const MOST = 6

function useFound(text: string) {
  const wanted = text.trim()
  const isOpen = wanted.length >= 2
  const templates = useTemplates(isOpen)
  const queries = useStoredQueries(isOpen)
  const ehrs = useFoundEhrs(wanted, MOST, isOpen)
  const people = useFoundPatients(wanted, MOST, isOpen)
  const found = isOpen ? (people.data ?? []) : []
  const named = new Set(found.map(({ ehrUid }) => ehrUid))
  const has = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  return {
    templates: isOpen
      ? (templates.data ?? []).filter(({ template_id }) => has(template_id)).slice(0, MOST)
      : [],
    queries: isOpen ? (queries.data ?? []).filter(({ name }) => has(name)).slice(0, MOST) : [],
    people: found,
    ehrs: isOpen ? (ehrs.data ?? []).filter(({ ehrId }) => !named.has(ehrId)) : [],
  }
}

/** Opens the record of a person, or the page of the person if there is none. */
function PersonAction({ person }: { readonly person: PatientFacts }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const navigate = useNavigate()
  const { personUid, ehrUid, name, birthDate, identifiers } = person
  const born = birthDate === undefined ? [] : [formatIso(birthDate, timeStyle)]
  const facts = [...born, ...identifiers.slice(0, 1).map(({ value }) => value)]
  const open = () =>
    ehrUid === undefined
      ? navigate({ to: '/demographics/$kind/$uid', params: { kind: 'person', uid: personUid } })
      : navigate({ to: '/ehrs/$ehrId', params: { ehrId: ehrUid } })
  const Icon = ehrUid === undefined ? Contact : FolderOpen
  return (
    <Spotlight.Action
      label={name || personUid}
      description={[...facts, ...(ehrUid === undefined ? [t('Person')] : [])].join(' · ')}
      leftSection={<Icon size={18} />}
      onClick={() => void open()}
    />
  )
}

export function Palette() {
  const t = useTexts()
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const { rights } = useSession()
  const { templates, queries, people, ehrs } = useFound(text)
  const screens = destinationsFor(rights).filter(({ label }) =>
    t(label).toLowerCase().includes(text.trim().toLowerCase()),
  )
  const isEmpty = screens.length + templates.length + queries.length + people.length + ehrs.length === 0
  return (
    <Spotlight.Root query={text} onQueryChange={setText} clearQueryOnClose scrollable maxHeight={420}>
      <Spotlight.Search placeholder={t('Search or go to')} aria-label={t('Search or go to')} />
      <Spotlight.ActionsList>
        {isEmpty ? <Spotlight.Empty>{t('Nothing found')}</Spotlight.Empty> : null}
        {screens.map(({ to, label, icon: Icon }) => (
          <Spotlight.Action
            key={to}
            label={t(label)}
            leftSection={<Icon size={18} />}
            onClick={() => void navigate({ to })}
          />
        ))}
        {people.map(person => (
          <PersonAction key={person.personUid} person={person} />
        ))}
        {ehrs.map(({ ehrId, subject, patient }) => (
          <Spotlight.Action
            key={ehrId}
            label={patient?.name || subject || ehrId}
            description={patient?.name ? subject : ehrId}
            leftSection={<FolderOpen size={18} />}
            onClick={() => void navigate({ to: '/ehrs/$ehrId', params: { ehrId } })}
          />
        ))}
        {templates.map(({ template_id }) => (
          <Spotlight.Action
            key={template_id}
            label={template_id}
            description={t('Template')}
            leftSection={<FileCode2 size={18} />}
            onClick={() =>
              void navigate({ to: '/templates/$templateId', params: { templateId: template_id } })
            }
          />
        ))}
        {queries.map(({ name, version, q }) => (
          <Spotlight.Action
            key={`${name} ${version}`}
            label={`${name} ${version}`}
            description={t('Stored queries')}
            leftSection={<SquareTerminal size={18} />}
            onClick={() => void navigate({ to: '/query', search: { q } })}
          />
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
