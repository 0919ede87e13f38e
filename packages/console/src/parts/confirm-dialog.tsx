/** Asks for the name of what will be gone, after one sentence about the consequence. */
import { Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { FormDialog } from './form-dialog.tsx'

interface Props<T> {
  readonly title: string
  readonly consequence: string
  readonly name: string
  readonly mutation: UseMutationResult<T, Error, void>
  readonly onClose: () => void
}

export function ConfirmDialog<T>({ title, consequence, name, mutation, onClose }: Props<T>) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      mutation={mutation}
      isDisabled={typed !== name}
      isDestructive
    >
      <Text>{consequence}</Text>
      <TextInput
        label={t('Name')}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
