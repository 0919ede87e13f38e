/** Saves a query under a name, with the next version. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { storedQueriesKey, useStoredQueries } from '../stored-queries/queries.ts'
import { nextVersion } from './results.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly q: string
  readonly opened: boolean
  readonly onClose: () => void
}

export function SaveQuery({ q, opened, onClose }: Props) {
  const t = useTexts()
  const [name, setName] = useState('')
  const stored = useStoredQueries(opened)
  const version = nextVersion(
    (stored.data ?? []).filter(each => each.name === name).map(each => each.version),
  )
  const saving = useAct(
    cairn => cairn.storedQueries.storeVersion({ qualified_query_name: name, version, body: { q } }),
    [storedQueriesKey],
    onClose,
  )
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Save query')} mutation={saving}>
      <TextInput
        label={t('Name')}
        description={t('Such as org.example::high_pressure')}
        required
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <div>{t('It will be saved as version {version}.', { version })}</div>
    </FormDialog>
  )
}
