/** The search part of the address of a form: the template of a new record, and if it is written as text. */

export interface FormSearch {
  readonly template?: string
  readonly as?: 'text'
}

export function readFormSearch({ template, as }: Readonly<Record<string, unknown>>): FormSearch {
  return {
    ...(typeof template === 'string' && template !== '' ? { template } : {}),
    ...(as === 'text' ? { as } : {}),
  }
}
