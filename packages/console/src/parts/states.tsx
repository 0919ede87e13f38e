/** Texts that a page shows instead of data: it loads, it failed, there is nothing, or a right is missing. */
import { isCairnError } from '@cairn-ehr/client'
import type { Finding } from '@cairn-ehr/openehr'
import { Alert, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { CopyButton } from './copy-button.tsx'
import { errorSentence } from './error-sentence.ts'
import { PageHead } from './page-head.tsx'
import style from './states.module.css'

export function Loading({ rows = 6 }: { readonly rows?: number }) {
  const t = useTexts()
  const lines = Array.from({ length: rows }, (_, index) => index)
  return (
    <div role="status" aria-label={t('Loading')}>
      <Stack gap="sm">
        {lines.map(line => (
          <Skeleton key={line} height={22} radius="sm" width={`${92 - ((line * 17) % 40)}%`} />
        ))}
      </Stack>
    </div>
  )
}

interface FailureProps {
  readonly error: unknown
  readonly retry?: () => void
  /** A finding for readers to whom paths say nothing; default: its path and message. */
  readonly wordsOf?: (finding: Finding) => string
}

interface FindingsProps extends Pick<FailureProps, 'wordsOf'> {
  readonly findings: readonly Finding[]
}

const MOST_FINDINGS = 20

function Findings({ findings, wordsOf }: FindingsProps) {
  if (findings.length === 0) return null
  const words = wordsOf && [...new Set(findings.map(wordsOf))]
  return (
    <ul className={style['findings']}>
      {words
        ? words.map(each => <li key={each}>{each}</li>)
        : findings.slice(0, MOST_FINDINGS).map(({ path, code, message }) => (
            <li key={`${path} ${code} ${message}`}>
              <Code>{path}</Code> {message}
            </li>
          ))}
    </ul>
  )
}

/** The right that an answer of 403 asks for. */
const missingRight = (error: unknown): string | undefined =>
  isCairnError(error, 'auth.insufficient_scope')
    ? (/scope (api\.\w+)/.exec(error.message)?.[1] ?? '')
    : undefined

export function Failure({ error, retry, wordsOf }: FailureProps) {
  const t = useTexts()
  const right = missingRight(error)
  if (right !== undefined) return <NoRight right={right} />
  const known = isCairnError(error) ? error : undefined
  const message = errorSentence(error, t)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<CircleAlert size={18} />}
      title={t('This did not work')}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        <Findings findings={known?.errors ?? []} {...(wordsOf ? { wordsOf } : {})} />
        {known ? (
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              {t('Code')} <span className="mono">{known.code}</span>
            </Text>
            {known.requestId === undefined ? null : (
              <>
                <Text size="xs" c="dimmed">
                  {t('Request id')} <span className="mono">{known.requestId}</span>
                </Text>
                <CopyButton value={known.requestId} label={t('Copy')} />
              </>
            )}
          </Group>
        ) : null}
        {retry ? (
          <Button size="xs" variant="default" onClick={retry}>
            {t('Try again')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

export function NoRight({ right }: { readonly right: string }) {
  const t = useTexts()
  return (
    <Alert color="gray" variant="light" icon={<Lock size={18} />} title={t('Not allowed')}>
      {t('You need the right {right} for this. An administrator can give it to you.', { right })}
    </Alert>
  )
}

interface EmptyProps {
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

export function Empty({ title, text, children }: EmptyProps) {
  return (
    <div className={style['empty']}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {text === undefined ? null : <Text c="dimmed">{text}</Text>}
      {children}
    </div>
  )
}

interface WaitProps<T> {
  readonly query: UseQueryResult<T>
  readonly rows?: number
  /** The heading of a page that is nothing but these data: shown while they are missing. */
  readonly heading?: string
  readonly children: (data: T) => ReactNode
}

/** The data of a query, or its state. Data that are there stay while they are asked for again. */
export function Wait<T>({ query, rows, heading, children }: WaitProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <>
      {heading === undefined ? null : <PageHead title={heading} />}
      {query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loading {...(rows === undefined ? {} : { rows })} />
      )}
    </>
  )
}
