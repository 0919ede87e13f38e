/** Asks somebody whose session has ended to sign in again, over the page that they work on. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { useStore } from '../store.ts'
import { renewal } from './questions.ts'
import { renewAddress, renewedBy, SIGNED_IN_PATH } from './session.ts'

const LOOK_MS = 500

/** The window has come to the page that says to close it. That of another site cannot be read. */
function isSignedIn(opened: Window | null): boolean {
  try {
    return opened?.location.pathname.endsWith(SIGNED_IN_PATH) === true
  } catch {
    return false
  }
}

/** Calls `found` with the name of somebody else who signed in, and ends the question when the same person did. */
function useSignIn(finish: ((isDone: boolean) => void) | undefined, found: (other: string) => void) {
  const opened = useRef<Window | null>(null)
  useEffect(() => {
    if (!finish) return
    const look = async () => {
      const who = await renewedBy()
      if (who === 'nobody') return
      opened.current?.close()
      opened.current = null
      if (who === 'same') finish(true)
      else found(who.other)
    }
    window.addEventListener('focus', look)
    const timer = setInterval(() => isSignedIn(opened.current) && void look(), LOOK_MS)
    return () => {
      window.removeEventListener('focus', look)
      clearInterval(timer)
    }
  }, [finish, found])
  return useCallback(() => {
    opened.current = window.open(renewAddress(), 'cairn-sign-in', 'popup,width=480,height=720')
  }, [])
}

export function RenewalDialog() {
  const t = useTexts()
  const finish = useStore(renewal.asked)
  const [other, setOther] = useState('')
  const open = useSignIn(finish, setOther)
  const cancel = () => {
    setOther('')
    finish?.(false)
  }
  return (
    <Modal
      opened={finish !== undefined}
      onClose={cancel}
      title={t('Your session has ended')}
      zIndex={1000}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <Text size="sm">
          {t('Sign in again in a new window. What you typed stays here, and this page continues.')}
        </Text>
        {other === '' ? null : (
          <Alert color="amber" role="alert">
            {t('{name} has signed in. This page belongs to somebody else, so nothing is sent from it.', {
              name: other,
            })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button onClick={open} data-autofocus>
            {t('Sign in')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
