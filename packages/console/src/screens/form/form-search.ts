/** The search part of the address of a form: the template of a new record, if it is written as text, and the draft to go on with. */

export interface FormSearch {
  readonly template?: string
  readonly as?: 'text'
  readonly draft?: string
}

export function readFormSearch({ template, as, draft }: Readonly<Record<string, unknown>>): FormSearch {
  return {
    ...(typeof template === 'string' && template !== '' ? { template } : {}),
    ...(as === 'text' ? { as } : {}),
    ...(typeof draft === 'string' && draft !== '' ? { draft } : {}),
  }
}
