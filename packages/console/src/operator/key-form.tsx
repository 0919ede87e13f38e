/** Asks for the key of the operator, and tries it. */
import { isCairnError } from '@cairn-ehr/client'
import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorSentence } from '../parts/error-sentence.ts'
import { Mark } from '../parts/mark.tsx'
import style from '../session/sign-in.module.css'
import { listTenants } from './api.ts'
import { takeKey } from './key.ts'
import { useTexts } from './texts.ts'

export function KeyForm() {
  const t = useTexts()
  const [key, setKey] = useState('')
  const trying = useMutation({
    mutationFn: () => listTenants({ key: key.trim() }),
    onSuccess: () => takeKey(key.trim()),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    trying.mutate()
  }
  const isRefused = isCairnError(trying.error) && trying.error.status === 401
  return (
    <main className={style['page']}>
      <Paper withBorder p="xl" radius="md" className={style['card']}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <div className={style['brand']}>
              <Mark size={44} />
              <div>
                <Title order={1} size="h3">
                  Cairn
                </Title>
                <Text size="sm" c="dimmed">
                  {t('Tenants of this server')}
                </Text>
              </div>
            </div>
            <Text size="sm">
              {t('"cairn tenant operator" makes a key. This page keeps it while it is open.')}
            </Text>
            <PasswordInput
              label={t('Key of the operator')}
              autoComplete="off"
              required
              autoFocus
              value={key}
              onChange={event => setKey(event.currentTarget.value)}
            />
            {trying.error ? (
              <Alert color="red" variant="light" role="alert">
                {isRefused ? t('The key is unknown, revoked or too old.') : errorSentence(trying.error, t)}
              </Alert>
            ) : null}
            <Button type="submit" loading={trying.isPending} fullWidth>
              {t('Sign in')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
