/** All datamaps, and the beginning of a new one from a template. */
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { useTemplates } from '../templates/queries.ts'
import style from './datamaps.module.css'
import { useDatamaps } from './queries.ts'
import { useTexts } from './texts.ts'

function NewDatamap({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [template, setTemplate] = useState<string | null>(null)
  const templates = useTemplates(opened)
  // Nothing is saved before somebody has seen the columns.
  const opening = useMutation({
    mutationFn: async () => {
      onClose()
      await navigate({
        to: '/datamaps/$name',
        params: { name },
        search: { view: 'definition', ...(template === null ? {} : { template }) },
      })
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('New datamap')}
      mutation={opening}
      isDisabled={name === '' || template === null}
    >
      <TextInput
        label={t('Name')}
        required
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Select
        label={t('Template')}
        required
        searchable
        data={(templates.data ?? []).map(({ template_id }) => template_id)}
        value={template}
        onChange={setTemplate}
      />
    </FormDialog>
  )
}

export function DatamapsScreen() {
  const t = useTexts()
  const canWrite = useRight('api.write')
  const [isCreating, setCreating] = useState(false)
  const datamaps = useDatamaps()
  const create = canWrite ? (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      {t('New datamap')}
    </Button>
  ) : null
  return (
    <>
      <PageHead title={t('Datamaps')}>{create}</PageHead>
      <Wait query={datamaps}>
        {names =>
          names.length === 0 ? (
            <Empty
              title={t('No datamaps yet')}
              text={t('A datamap shows the records of a template as a table, with columns that you choose.')}
            />
          ) : (
            <ul className={style['list']}>
              {names.map(name => (
                <li key={name}>
                  <Link to="/datamaps/$name" params={{ name }} className={style['item']}>
                    <Table2 size={18} aria-hidden="true" />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Wait>
      <NewDatamap opened={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}
