/** The command palette (Ctrl-K): screens, templates, stored queries, and EHRs by id or subject. */
import { Spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { FileCode2, FolderOpen, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { useStoredQueries } from '../screens/stored-queries/queries.ts'
import { useTemplates } from '../screens/templates/queries.ts'
import { DESTINATIONS } from './navigation.ts'
import { useFoundEhrs } from './queries.ts'

const MOST = 6

function useFound(text: string) {
  const wanted = text.trim()
  const isOpen = wanted.length >= 2
  const templates = useTemplates(isOpen)
  const queries = useStoredQueries(isOpen)
  const ehrs = useFoundEhrs(wanted, MOST, isOpen)
  const has = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  return {
    templates: isOpen
      ? (templates.data ?? []).filter(({ template_id }) => has(template_id)).slice(0, MOST)
      : [],
    queries: isOpen ? (queries.data ?? []).filter(({ name }) => has(name)).slice(0, MOST) : [],
    ehrs: isOpen ? (ehrs.data ?? []) : [],
  }
}

export function Palette() {
  const t = useTexts()
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const { templates, queries, ehrs } = useFound(text)
  const screens = DESTINATIONS.filter(({ label }) =>
    t(label).toLowerCase().includes(text.trim().toLowerCase()),
  )
  const isEmpty = screens.length + templates.length + queries.length + ehrs.length === 0
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
        {ehrs.map(({ ehrId, subject }) => (
          <Spotlight.Action
            key={ehrId}
            label={subject || ehrId}
            description={ehrId}
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
