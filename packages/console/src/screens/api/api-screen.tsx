/** The reader of the API: every operation with its parameters, examples and answers, to be tried under the session. */
import { Anchor, Badge, Group, Table, Text, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { baseUrl } from '../../session/session.ts'
import style from './api.module.css'
import { type ApiOperation, byTag, operationsOf, searchOperations } from './api.ts'
import { useApiDescription } from './queries.ts'
import { useTexts } from './texts.ts'
import { TryIt } from './try-it.tsx'

const route = getRouteApi('/api')

function OperationList({
  operations,
  current,
}: {
  readonly operations: readonly ApiOperation[]
  readonly current: string | undefined
}) {
  const t = useTexts()
  const [text, setText] = useState('')
  const found = searchOperations(operations, text)
  return (
    <nav className={style['list']} aria-label={t('API')}>
      <TextInput
        aria-label={t('Search operations')}
        placeholder={t('Search operations')}
        leftSection={<Search size={15} />}
        size="xs"
        mb="xs"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" role="status">
        {t('{count} {count:operation|operations}', { count: found.length })}
      </Text>
      <div className={style['scroll']}>
        {byTag(found).map(([tag, all]) => (
          <section key={tag}>
            <h2 className={style['tag']}>{tag}</h2>
            <ul>
              {all.map(({ id, method, path, summary }) => (
                <li key={id}>
                  <Link
                    to="/api"
                    search={{ operation: id }}
                    className={style['operation']}
                    aria-current={id === current ? 'page' : undefined}
                    title={summary}
                  >
                    <span className={style['method']} data-method={method}>
                      {method}
                    </span>
                    <span className={style['path']}>{path}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

function OperationView({ operation }: { readonly operation: ApiOperation }) {
  const t = useTexts()
  const { method, path, summary, description, scope, responses } = operation
  return (
    <article className={style['detail']}>
      <h2 className={style['title']}>{summary}</h2>
      <Group gap="xs" mb="sm">
        <Badge variant="light">{method}</Badge>
        <span className={`mono ${style['address']}`}>{path}</span>
      </Group>
      <Text size="sm" c="dimmed" mb="xs">
        {scope === '' ? t('Needs no right') : t('Needs the right {scope}', { scope })}
      </Text>
      {description === '' ? null : <p>{description}</p>}
      <TryIt key={operation.id} operation={operation} />
      <h3 className={style['part']}>{t('Answers')}</h3>
      <WideTable label={t('Answers')} minWidth={320}>
        {responses.map(each => (
          <Table.Tr key={each.status}>
            <Table.Td>
              <b>{each.status}</b>
            </Table.Td>
            <Table.Td>{each.description}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </article>
  )
}

function Reader({ document }: { readonly document: RmObject }) {
  const t = useTexts()
  const { operation: chosen } = route.useSearch()
  const operations = useMemo(() => operationsOf(document), [document])
  const current = operations.find(({ id }) => id === chosen)
  return (
    <div className={style['columns']}>
      <OperationList operations={operations} current={chosen} />
      {current ? (
        <OperationView operation={current} />
      ) : (
        <Empty
          title={t('Choose an operation')}
          text={t(
            'Every operation of this server, with its parameters and answers. Try it here with your own rights.',
          )}
        />
      )}
    </div>
  )
}

export function ApiScreen() {
  const t = useTexts()
  const document = useApiDescription()
  return (
    <>
      <PageHead title={t('API')}>
        <Anchor href={`${baseUrl()}/openapi.json`} size="sm">
          {t('OpenAPI description')}
        </Anchor>
      </PageHead>
      <Wait query={document}>{found => <Reader document={found} />}</Wait>
    </>
  )
}
