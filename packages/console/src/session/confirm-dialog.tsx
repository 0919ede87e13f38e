/** Offers the page on which a person confirms who they are. It opens beside this one, so that nothing that was typed is lost. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { useStore } from '../store.ts'
import { confirmation } from './questions.ts'
import { confirmAddress, isConfirmed } from './session.ts'

export function ConfirmDialog() {
  const t = useTexts()
  const finish = useStore(confirmation.asked)
  useEffect(() => {
    if (!finish) return
    const look = async () => {
      if (await isConfirmed()) finish(true)
    }
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [finish])
  const cancel = () => finish?.(false)
  return (
    <Modal
      opened={finish !== undefined}
      onClose={cancel}
      title={t('Confirm it is you')}
      zIndex={1000}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack>
        <Text size="sm">
          {t('You signed in some time ago. Confirm in a new window who you are; then this page continues.')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button component="a" href={confirmAddress()} target="_blank" rel="noopener" data-autofocus>
            {t('Confirm it is you')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
