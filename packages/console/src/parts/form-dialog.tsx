/** A dialog with fields and one action. What was typed stays when the action fails, with the reason below the fields. */
import { Button, Group, Modal, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { Failure } from './states.tsx'

interface Props<T> {
  readonly opened: boolean
  readonly onClose: () => void
  /** Of the dialog and of its button. */
  readonly title: string
  readonly mutation: UseMutationResult<T, Error, void>
  readonly isDisabled?: boolean
  /** For what cannot be undone. */
  readonly isDestructive?: boolean
  readonly size?: 'md' | 'xl'
  readonly children: ReactNode
}

export function FormDialog<T>({
  opened,
  onClose,
  title,
  mutation,
  isDisabled = false,
  isDestructive = false,
  size = 'md',
  children,
}: Props<T>) {
  const t = useTexts()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          {children}
          {mutation.error ? <Failure error={mutation.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              loading={mutation.isPending}
              disabled={isDisabled}
              {...(isDestructive ? { color: 'red' } : {})}
            >
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
