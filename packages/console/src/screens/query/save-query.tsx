/** Saves a query under a name, with the next version. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language/use-texts.ts'
import { Failure } from '../../parts/states.tsx'
import { useCairn } from '../../session/use-session.ts'
import { nextVersion } from './results.ts'

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Save query')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('Name')}
            description={t('Such as org.example::high_pressure')}
            required
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            data-autofocus
          />
          <div>{t('It will be saved as version {version}.', { version })}</div>
          {saving.error ? <Failure error={saving.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={saving.isPending}>
              {t('Save query')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
