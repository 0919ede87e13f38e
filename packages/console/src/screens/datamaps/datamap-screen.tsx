/** One datamap: its table, its definition, its schema. */
import { Button, Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { CodeView } from '../../parts/code-view.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { DATAMAP_VIEWS, type DatamapView } from './datamap-search.ts'
import { DefinitionView } from './definition-view.tsx'
import { datamapsKey, useColumns, useDefinition, useSchema, useSuggestion } from './queries.ts'
import { TableView } from './table-view.tsx'
import { type TextKey, useTexts } from './texts.ts'

const route = getRouteApi('/datamaps/$name')

const LABELS: Readonly<Record<DatamapView, TextKey>> = {
  table: 'Table',
  definition: 'Definition',
  schema: 'Schema',
}

function DeleteDatamap({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const deletion = useAct(
    cairn => cairn.datamapDefinitions.delete({ datamapName: name }),
    [datamapsKey],
    () => {
      onClose()
      return navigate({ to: '/datamaps' })
    },
  )
  return (
    <ConfirmDialog
      title={t('Delete datamap')}
      consequence={t(
        'Programs that use the datamap {name} will get an error; its records stay. Type the name to confirm.',
        { name },
      )}
      name={name}
      mutation={deletion}
      onClose={onClose}
    />
  )
}

/** A datamap that is not saved yet begins with the suggestion of its template. */
function NewDefinition({ name, template }: { readonly name: string; readonly template: string }) {
  const suggestion = useSuggestion(template)
  return (
    <Wait query={suggestion}>
      {definition => <DefinitionView name={name} definition={definition} etag={undefined} faults={[]} />}
    </Wait>
  )
}

function SavedDatamap({ name, view }: { readonly name: string; readonly view: DatamapView }) {
  const t = useTexts()
  const navigate = useNavigate()
  const definition = useDefinition(name)
  const schema = useSchema(name)
  const columns = useColumns(schema.data as RmObject | undefined)
  const views: Readonly<Record<DatamapView, () => ReactNode>> = {
    table: () => <Wait query={schema}>{() => <TableView name={name} columns={columns} />}</Wait>,
    definition: () => (
      <Wait query={definition}>
        {saved =>
          saved && (
            <DefinitionView
              key={saved.version}
              name={name}
              definition={saved}
              etag={`${saved.uid}::${saved.version}`}
              faults={saved.validationErrors ?? []}
            />
          )
        }
      </Wait>
    ),
    schema: () => (
      <Wait query={schema}>
        {found => {
          const text = JSON.stringify(found, null, 2)
          return (
            <>
              <CopyButton value={text} label={t('Copy')} withText />
              <CodeView text={text} format="json" label={t('Schema')} />
            </>
          )
        }}
      </Wait>
    ),
  }
  return (
    <Tabs
      value={view}
      keepMounted={false}
      onChange={chosen =>
        void navigate({ to: '/datamaps/$name', params: { name }, search: { view: chosen as DatamapView } })
      }
    >
      <Tabs.List mb="md">
        {DATAMAP_VIEWS.map(each => (
          <Tabs.Tab key={each} value={each}>
            {t(LABELS[each])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view}>{views[view]()}</Tabs.Panel>
    </Tabs>
  )
}

export function DatamapScreen() {
  const t = useTexts()
  const { name } = route.useParams()
  const { view = 'table', template } = route.useSearch()
  const definition = useDefinition(name)
  const canWrite = useRight('api.write')
  const [isDeleting, setDeleting] = useState(false)
  const saved = definition.data
  return (
    <>
      <PageHead
        title={name}
        state={
          saved
            ? `${saved.template} · ${t('Version {version}', { version: saved.version })}`
            : (template ?? '')
        }
      >
        {saved && canWrite ? (
          <Button variant="default" size="xs" onClick={() => setDeleting(true)}>
            {t('Delete datamap')}
          </Button>
        ) : null}
      </PageHead>
      <Wait query={definition}>
        {found =>
          found ? (
            <SavedDatamap name={name} view={view} />
          ) : template === undefined ? (
            <Empty title={t('Nothing found')} />
          ) : (
            <NewDefinition name={name} template={template} />
          )
        }
      </Wait>
      {isDeleting ? <DeleteDatamap name={name} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}
