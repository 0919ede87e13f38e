/** The refusal of data that were held to a template which is no longer in force. */
import { Refusal } from '../refusal/index.ts'

export const templateChanged = () =>
  new Refusal(
    'template.changed',
    'The template was replaced or deleted while this was committed: send it again.',
  )
