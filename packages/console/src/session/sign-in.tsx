/** The form that is shown at every address while nobody is signed in. */
import { isCairnError } from '@cairn-ehr/client'
import { Alert, Button, Divider, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { errorSentence } from '../parts/error-sentence.ts'
import { Mark } from '../parts/mark.tsx'
import { useStore } from '../store.ts'
import { door, type SignInForm, signIn, signInAddress } from './session.ts'
import style from './sign-in.module.css'

function Brand() {
  const t = useTexts()
  return (
    <div className={style.brand}>
      <Mark size={44} />
      <div>
        <Title order={1} size="h3">
          Cairn
        </Title>
        <Text size="sm" c="dimmed">
          {t('Clinical data service')}
        </Text>
      </div>
    </div>
  )
}

function ForPeople() {
  const t = useTexts()
  return (
    <>
      <Button component="a" href={signInAddress()} fullWidth>
        {t('Continue with your account')}
      </Button>
      <Divider label={t('or as a service client')} />
    </>
  )
}

export function SignIn() {
  const t = useTexts()
  const [form, setForm] = useState<SignInForm>({ clientId: '', clientSecret: '' })
  const isForPeople = useStore(door) === 'people'
  const attempt = useMutation({ mutationFn: signIn })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate(form)
  }
  const isRefused = isCairnError(attempt.error, 'oauth.invalid_client')
  return (
    <main className={style.page}>
      <Paper withBorder p="xl" radius="md" className={style.card}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Brand />
            {isForPeople ? <ForPeople /> : null}
            <Text size="sm">
              {t('Sign in with the id and secret of a client. They are kept only while this page is open.')}
            </Text>
            <TextInput
              label={t('Client id')}
              autoComplete="username"
              required
              autoFocus={!isForPeople}
              value={form.clientId}
              onChange={event => setForm({ ...form, clientId: event.currentTarget.value })}
            />
            <PasswordInput
              label={t('Client secret')}
              autoComplete="current-password"
              required
              value={form.clientSecret}
              onChange={event => setForm({ ...form, clientSecret: event.currentTarget.value })}
            />
            {attempt.error ? (
              <Alert color="red" variant="light" role="alert">
                {isRefused ? t('Wrong id or secret.') : errorSentence(attempt.error, t)}
              </Alert>
            ) : null}
            <Button
              type="submit"
              variant={isForPeople ? 'default' : 'filled'}
              loading={attempt.isPending}
              fullWidth
            >
              {t('Sign in')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
