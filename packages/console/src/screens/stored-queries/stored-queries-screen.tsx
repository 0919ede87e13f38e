/** Stored queries with their versions: open one in the workbench, or delete it. */

import type { StoredQuery } from '@cairn-ehr/client'
import { Button, Code, Group, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { storedQueriesKey, useStoredQueries } from './queries.ts'
import style from './stored-queries.module.css'
import { useTexts } from './texts.ts'

function DeleteQuery({ query, onClose }: { readonly query: StoredQuery; readonly onClose: () => void }) {
  const t = useTexts()
  const { name, version } = query
  const deletion = useAct(
    cairn => cairn.storedQueries.delete({ qualified_query_name: name, version }),
    [storedQueriesKey],
    onClose,
  )
  return (
    <ConfirmDialog
      title={t('Delete query')}
      consequence={t('Clients that run {name} {version} will get an error. Type the name to confirm.', {
        name,
        version,
      })}
      name={name}
      mutation={deletion}
      onClose={onClose}
    />
  )
}

export function StoredQueriesScreen() {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const canWrite = useRight('api.write')
  const [doomed, setDoomed] = useState<StoredQuery | undefined>(undefined)
  const stored = useStoredQueries()
  return (
    <>
      <PageHead title={t('Stored queries')} />
      <Wait query={stored}>
        {all =>
          all.length === 0 ? (
            <Empty title={t('No stored queries')} text={t('Save one from the query workbench.')}>
              <Button component={Link} to="/query" variant="default">
                {t('Query')}
              </Button>
            </Empty>
          ) : (
            <WideTable
              label={t('Stored queries')}
              headings={[t('Name'), t('Version'), t('AQL'), t('Actions')]}
              minWidth={860}
            >
              {all.map(each => (
                <Table.Tr key={`${each.name} ${each.version}`}>
                  <Table.Td>
                    <b>{each.name}</b>
                    <div className="dim">
                      {t('Saved')} {formatIso(each.saved, timeStyle)}
                    </div>
                  </Table.Td>
                  <Table.Td>{each.version}</Table.Td>
                  <Table.Td>
                    <Code block className={style['aql']}>
                      {each.q}
                    </Code>
                  </Table.Td>
                  <Table.Td>
                    <Group gap="xs" wrap="nowrap">
                      <Link to="/query" search={{ q: each.q }}>
                        {t('Open')}
                      </Link>
                      {canWrite ? (
                        <Button size="compact-sm" variant="default" onClick={() => setDoomed(each)}>
                          {t('Delete')}
                        </Button>
                      ) : null}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </WideTable>
          )
        }
      </Wait>
      {doomed ? <DeleteQuery query={doomed} onClose={() => setDoomed(undefined)} /> : null}
    </>
  )
}
