/** The messages between a form and the worker that checks it. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import type { Checked, CheckedAll, Described } from './checker.ts'
import type { FormDefinition } from './definition.ts'
import type { TextFormat } from './text-format.ts'
import type { FormValues } from './values.ts'

export type Task =
  | { readonly kind: 'open'; readonly opt: string; readonly composition?: RmObject }
  | {
      readonly kind: 'check'
      readonly values: FormValues
      readonly lifecycle: Lifecycle
      readonly now: string
    }
  | { readonly kind: 'describe' }
  | { readonly kind: 'checkAll'; readonly compositions: readonly RmObject[] }
  | {
      readonly kind: 'checkText'
      readonly text: string
      readonly format: TextFormat
      readonly lifecycle: Lifecycle
      readonly now: string
    }

export interface Opened {
  readonly definition: FormDefinition
  /** Of the composition that was given. */
  readonly values?: FormValues
}

export interface Results {
  readonly describe: Described
  readonly checkAll: CheckedAll
  readonly open: Opened
  readonly check: Checked
  readonly checkText: Checked
}

export interface Request {
  readonly number: number
  readonly task: Task
}

export interface Answer {
  readonly number: number
  readonly result?: Results[Task['kind']]
  readonly error?: string
}
