/** Saves a query under a name, with the next version. */
import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useCairn } from '../../session/use-session.ts'
import { nextVersion } from './results.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly q: string
  readonly opened: boolean
  readonly onClose: () => void
}

export function SaveQuery({ q, opened, onClose }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const stored = useQuery({
    queryKey: ['storedQueries'],
    queryFn: () => cairn.storedQueries.listAll(),
    enabled: opened,
  })
  const version = nextVersion(
    (stored.data ?? []).filter(each => each.name === name).map(each => each.version),
  )
  const saving = useMutation({
    mutationFn: () => cairn.storedQueries.storeVersion({ qualified_query_name: name, version, body: { q } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['storedQueries'] })
    },
  })
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
