/** Sends a request under the session of the reader, and shows the answer as it came. */
import { isCairnError } from '@cairn-ehr/client'
import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeView } from '../../parts/code-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Failure } from '../../parts/states.tsx'
import { curlOf } from '../../requests/curl.ts'
import { baseUrl } from '../../session/session.ts'
import { useCairn } from '../../session/use-session.ts'
import style from './api.module.css'
import { type ApiOperation, isReady, requestOf } from './api.ts'
import { useTexts } from './texts.ts'

interface Shown {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
  readonly type: string
}

/** Longer answers are cut: a browser cannot show a whole export. */
const MOST_SHOWN = 200_000

const isJson = (type: string): boolean => /[/+]json\b/.test(type)

/** JSON in lines; anything else as it is. */
function readable(text: string, type: string): string {
  if (!isJson(type)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function AnswerView({ shown }: { readonly shown: Shown }) {
  const t = useTexts()
  const { status, headers, text, type } = shown
  return (
    <section aria-label={t('Answer')}>
      <Badge color={status < 300 ? 'cairn' : 'amber'} variant="light" mb="xs">
        {status}
      </Badge>
      <ul className={style['headers']}>
        {headers.map(([name, value]) => (
          <li key={name}>
            <Code>{name}</Code> <span className="mono">{value}</span>
          </li>
        ))}
      </ul>
      {text === '' ? null : (
        <CodeView
          text={readable(text, type).slice(0, MOST_SHOWN)}
          format={/xml/.test(type) ? 'xml' : 'json'}
          label={t('Answer')}
        />
      )}
    </section>
  )
}

interface ParametersProps {
  readonly parameters: ApiOperation['parameters']
  readonly values: Readonly<Record<string, string>>
  readonly change: (values: Readonly<Record<string, string>>) => void
}

function Parameters({ parameters, values, change }: ParametersProps) {
  const t = useTexts()
  if (parameters.length === 0) return null
  return (
    <>
      <h3 className={style['part']}>{t('Parameters')}</h3>
      <div className={style['parameters']}>
        {parameters.map(({ name, in: place, isRequired, description }) => (
          <TextInput
            key={`${place} ${name}`}
            label={
              <>
                <span className="mono">{name}</span> <span className={style['place']}>{place}</span>
              </>
            }
            aria-label={name}
            description={description}
            required={isRequired && place === 'path'}
            value={values[name] ?? ''}
            onChange={event => change({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </>
  )
}

interface SentBody {
  readonly type: string
  readonly text: string
}

interface BodyProps {
  readonly bodies: ApiOperation['bodies']
  readonly value: SentBody
  readonly change: (value: SentBody) => void
}

function Body({ bodies, value, change }: BodyProps) {
  const t = useTexts()
  return (
    <>
      <h3 className={style['part']}>{t('Body')}</h3>
      <NativeSelect
        aria-label={t('Media type')}
        data={bodies.map(({ type }) => type)}
        value={value.type}
        onChange={event => {
          const type = event.currentTarget.value
          change({ type, text: bodies.find(each => each.type === type)?.example ?? '' })
        }}
      />
      <Textarea
        aria-label={t('Body')}
        autosize
        minRows={4}
        maxRows={18}
        classNames={{ input: 'mono' }}
        value={value.text}
        onChange={event => change({ ...value, text: event.currentTarget.value })}
      />
    </>
  )
}

/** Status and reason of a refusal. */
function Refusal({ error }: { readonly error: Error }) {
  return (
    <>
      {isCairnError(error) ? <Text fw={600}>{error.status}</Text> : null}
      <Failure error={error} />
    </>
  )
}

export function TryIt({ operation }: { readonly operation: ApiOperation }) {
  const t = useTexts()
  const cairn = useCairn()
  const { parameters, bodies, accepts, method } = operation
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [sent, setSent] = useState<SentBody>({ type: bodies[0]?.type ?? '', text: bodies[0]?.example ?? '' })
  const [accept, setAccept] = useState(accepts[0] ?? 'application/json')
  const { request, headers: given } = requestOf(operation, values)
  const headers = { Accept: accept, ...(sent.type === '' ? {} : { 'Content-Type': sent.type }), ...given }
  const isBodied = bodies.length > 0
  const sending = useMutation({
    mutationFn: async (): Promise<Shown> => {
      const answer = await cairn.call(request, { headers, ...(isBodied ? { body: sent.text } : {}) })
      const type = answer.headers.get('Content-Type') ?? ''
      return { status: answer.status, headers: [...answer.headers], type, text: await answer.text() }
    },
  })
  const command = curlOf({
    method,
    url: `${baseUrl()}${request.slice(method.length + 1)}`,
    headers: { authorization: '', ...headers },
    ...(isBodied ? { body: sent.text } : {}),
  })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        sending.mutate()
      }}
    >
      <Stack gap="sm">
        <Parameters parameters={parameters} values={values} change={setValues} />
        {isBodied ? <Body bodies={bodies} value={sent} change={setSent} /> : null}
        {accepts.length > 1 ? (
          <NativeSelect
            label="Accept"
            data={[...accepts]}
            value={accept}
            onChange={event => setAccept(event.currentTarget.value)}
          />
        ) : null}
        {method === 'GET' || method === 'OPTIONS' ? null : (
          <Alert color="amber" variant="light">
            {t('This request changes data on the server.')}
          </Alert>
        )}
        <Group gap="xs">
          <Button type="submit" loading={sending.isPending} disabled={!isReady(operation, values)}>
            {t('Send request')}
          </Button>
          <CopyButton value={command} label={t('Copy as curl')} withText />
        </Group>
        {sending.error ? <Refusal error={sending.error} /> : null}
        {sending.data ? <AnswerView shown={sending.data} /> : null}
      </Stack>
    </form>
  )
}
