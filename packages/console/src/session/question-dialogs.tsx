/** The dialogs that ask a person while a request waits. */
import { ConfirmDialog } from './confirm-dialog.tsx'
import { RenewalDialog } from './renewal-dialog.tsx'

export function QuestionDialogs() {
  return (
    <>
      <ConfirmDialog />
      <RenewalDialog />
    </>
  )
}
