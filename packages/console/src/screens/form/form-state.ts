/** The state that all parts of a form share, and the changes that they make to it. */
import { createContext, useContext } from 'react'
import type { FindingsByPath } from './findings.ts'
import type { FormValues } from './values.ts'

export interface FormState {
  readonly values: FormValues
  readonly language: string
  readonly findings: FindingsByPath
  /** Of the whole form. */
  readonly fields: number
  readonly asked: ReadonlyMap<string, number>
  readonly setValues: (change: (values: FormValues) => FormValues) => void
  /** Shows so many occurrences of a node. */
  readonly ask: (path: string, count: number) => void
}

export const FormContext = createContext<FormState | undefined>(undefined)

export function useForm(): FormState {
  const form = useContext(FormContext)
  if (!form) throw new Error('There is no form around this field.')
  return form
}
